import { z } from "zod";
import {
  type Alternative,
  type Effect,
  EventStep,
  type WhatIfAnswer,
  WhatIfChange,
} from "#features/planning/alternative-model.ts";
import { plan } from "#features/planning/plan.ts";
import { joinWords, plural } from "../../../format-answer.ts";
import type { Answer } from "../../../intent.ts";
import type { Card } from "../../../model.ts";
import type { Act } from "../../act.ts";
import { durationText } from "../events/duration-text.ts";
import { dayName, shownBlocks } from "./plan-text.ts";
import { changesOf } from "./read-changes.ts";

const MOST_EFFECTS = 10;

/** 'What if I fly to Lisbon from Tuesday to Thursday': what breaks, and what could be done; nothing is written. */
export const askWhatIf: Act = async (turn, roles) => {
  const read = await changesOf(turn, roles);
  if ("text" in read) return read;
  const changes = read.changes.map((change) => z.encode(WhatIfChange, change));
  // Without days the plan is of those around the changes, however far away they are.
  return answerOf(changes, await turn.use(plan.draftWhatIf, { changes }));
};

type ChangeOnWire = z.input<typeof WhatIfChange>;

function answerOf(changes: readonly ChangeOnWire[], answer: WhatIfAnswer): Answer {
  const { effects, alternatives, today, from, to } = answer;
  if (effects.length === 0)
    return {
      text: `Nothing breaks from ${dayName(from)} to ${dayName(to)}: everything that is planned, due or promised still fits.`,
    };
  const shown = effects.slice(0, MOST_EFFECTS);
  const more = effects.length - shown.length;
  const [best] = alternatives;
  const lines = [
    `${plural(effects.length, "thing")} would break:`,
    ...shown.map(({ title, text }) => `- '${title}': ${text}`),
    ...(more > 0 ? [`- … and ${more} more`] : []),
    ...(alternatives.length > 0 ? ["What you could do:"] : []),
    ...alternatives.map((one, at) => `${at + 1}. ${one.text}${costsOf(one, today)}`),
    ...(best ? detailsOf(best) : []),
  ];
  return {
    text: lines.join("\n"),
    cards: cardsOf(shown),
    ...(best && { proposed: [proposalOf(changes, answer, best)] }),
  };
}

/** What of it is late, has no room, or costs hours, beyond what is so today. */
function costsOf({ measures }: Alternative, today: WhatIfAnswer["today"]): string {
  const more = (field: "lateCount" | "lateMinutes" | "unplacedCount") =>
    Math.max(0, measures[field] - today[field]);
  const { overtimeMinutes, conflicts } = measures;
  const [late, unplaced] = [more("lateCount"), more("unplacedCount")];
  const parts = [
    late > 0 && `${late} more late, by ${durationText(more("lateMinutes"))}`,
    unplaced > 0 && `${unplaced} more without room`,
    overtimeMinutes > 0 && `${durationText(overtimeMinutes)} beyond your hours`,
    conflicts > 0 && `${plural(conflicts, "clash", "clashes")} left`,
  ].filter(Boolean);
  return `: ${parts.length > 0 ? parts.join(", ") : "nothing else is late or without room"}`;
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
function proposalOf(changes: readonly ChangeOnWire[], { from, to }: WhatIfAnswer, best: Alternative) {
  const { kind, basis, blocks, steps, drafts, text } = best;
  return {
    capability: "plan.applyWhatIf",
    input: {
      ...{ from, to, changes: [...changes], kind, basis, drafts, blocks: shownBlocks(blocks) },
      steps: steps.map(({ step }) => z.encode(EventStep, step)),
    },
    summary: text,
  };
}
