import type {
  Alternative,
  Effect,
  WhatIfAnswer,
  WhatIfChange,
} from "#features/planning/alternative-model.ts";
import { plan } from "#features/planning/plan.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import { joinWords, plural } from "../../../format-answer.ts";
import type { Answer, Turn } from "../../../intent.ts";
import type { Card } from "../../../model.ts";
import type { Act } from "../../act.ts";
import { durationText } from "../events/duration-text.ts";
import { changesOf } from "./read-changes.ts";

const MOST_EFFECTS = 10;
const DAY = 86_400_000;
const MOST_DAYS = 14;

/** 'What if I fly to Lisbon from Tuesday to Thursday': what breaks, and what could be done; nothing is written. */
export const askWhatIf: Act = async (turn, roles) => {
  const read = await changesOf(turn, roles);
  if ("text" in read) return read;
  const days = daysAround(turn, read.changes);
  const answer = await turn.use(plan.draftWhatIf, { ...days, changes: read.changes.map(toWire) });
  return answerOf(turn, read.changes, answer);
};

const toWire = (change: WhatIfChange) =>
  Object.fromEntries(
    Object.entries(change).map(([field, value]) => [
      field,
      value instanceof Date ? value.toISOString() : value,
    ]),
  ) as never;

/** From today until a week after the change, at most two weeks: what slips there has somewhere to go. */
function daysAround(
  { context, timeZone }: Turn,
  changes: readonly WhatIfChange[],
): { from: string; to: string } {
  const today = dayInZone(context.now, timeZone);
  const dates = changes.flatMap((change) => lastOf(change, timeZone));
  const last = dates.toSorted().at(-1) ?? today;
  const wanted = addDays(last > today ? last : today, 4);
  const most = addDays(today, MOST_DAYS - 1);
  return { from: today, to: wanted < most ? wanted : most };
}

const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

function lastOf(change: WhatIfChange, timeZone: string): string[] {
  if ("endTime" in change) return [dayInZone(change.endTime, timeZone)];
  if (!("to" in change) || change.to === undefined) return [];
  return [change.to instanceof Date ? dayInZone(change.to, timeZone) : change.to];
}

function answerOf(turn: Turn, changes: readonly WhatIfChange[], answer: WhatIfAnswer): Answer {
  const { effects, alternatives } = answer;
  if (effects.length === 0)
    return { text: "Nothing breaks: everything that is planned, due or promised still fits.", cards: [] };
  const shown = effects.slice(0, MOST_EFFECTS);
  const more = effects.length - shown.length;
  const [best] = alternatives;
  const lines = [
    `${plural(effects.length, "thing")} would break:`,
    ...shown.map(({ title, text }) => `- '${title}': ${text}`),
    ...(more > 0 ? [`- … and ${more} more`] : []),
    ...(alternatives.length > 0 ? ["What you could do:"] : []),
    ...alternatives.map((one, at) => `${at + 1}. ${one.text}${costsOf(one)}`),
    ...(best ? detailsOf(best) : []),
  ];
  return {
    text: lines.join("\n"),
    cards: cardsOf(shown),
    ...(best && { proposed: [proposalOf(turn, changes, answer, best)] }),
  };
}

/** What of it is late, has no room, or costs hours. */
function costsOf({ measures }: Alternative): string {
  const { lateCount, lateMinutes, unplacedCount, overtimeMinutes, conflicts } = measures;
  const parts = [
    lateCount > 0 && `${lateCount} late, by ${durationText(lateMinutes)}`,
    unplacedCount > 0 && `${unplacedCount} without room`,
    overtimeMinutes > 0 && `${durationText(overtimeMinutes)} beyond your hours`,
    conflicts > 0 && `${plural(conflicts, "clash", "clashes")} left`,
  ].filter(Boolean);
  return `: ${parts.length > 0 ? parts.join(", ") : "nothing late, all has room"}`;
}

/** What approving the first of them does to meetings, and whom its drafts tell. */
function detailsOf({ steps, drafts }: Alternative): string[] {
  const recipients = drafts.flatMap(({ to }) => to);
  return [
    ...(steps.length > 0 ? ["The first of these would do this:"] : []),
    ...steps.slice(0, MOST_EFFECTS).map(({ title, text }) => `- '${title}': ${text}`),
    ...(recipients.length > 0
      ? [`Drafts are prepared for ${joinWords([...new Set(recipients)].slice(0, 6))}; you send them.`]
      : []),
  ];
}

/** The records that break, each once. */
function cardsOf(effects: readonly Effect[]): Card[] {
  const seen = new Map<string, Card>();
  for (const { subject, id, title, href, text } of effects)
    if (!seen.has(id)) seen.set(id, { kind: subject, id, title, subtitle: text, href });
  return [...seen.values()];
}

/** The cheapest alternative, exactly as it was shown; nothing of it is done before it is approved. */
function proposalOf(
  _turn: Turn,
  changes: readonly WhatIfChange[],
  { from, to }: WhatIfAnswer,
  best: Alternative,
) {
  const { kind, basis, blocks, steps, drafts, text } = best;
  return {
    capability: "plan.applyWhatIf",
    input: {
      ...{ from, to, changes: changes.map(toWire), kind, basis, drafts },
      blocks: blocks.map(({ item, startTime, endTime }) => ({
        ...{ item, startTime: startTime.toISOString(), endTime: endTime.toISOString() },
      })),
      steps: steps.map(({ step }) => toWire(step as never)),
    },
    summary: text,
  };
}
