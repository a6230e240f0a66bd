import { plan } from "#features/planning/plan.ts";
import { t } from "#i18n/message.ts";
import { notFound } from "#platform/capability/errors.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { eventCard, plural } from "../../../format-answer.ts";
import type { Turn } from "../../../intent.ts";
import { type Act, planOf } from "../../act.ts";
import { findMany, findOne } from "../../find-records.ts";
import type { RecordKind } from "../../record-kinds.ts";
import { readWindow } from "../events/read-window.ts";

const AHEAD_DAYS = 15;

type Block = Awaited<ReturnType<typeof plan.blocks>>["items"][number] & { id: string };

const blocksBetween = async (turn: Turn, from: Date, to: Date): Promise<Block[]> => {
  const { items } = await turn.use(plan.blocks, { from: from.toISOString(), to: to.toISOString() });
  return items.map((block) => ({ ...block, id: block.eventId }));
};

const ahead = ({ context, timeZone }: Turn) =>
  [startOfDay(context.now, timeZone), startOfDay(context.now, timeZone, AHEAD_DAYS)] as const;

const NOUNS = new Set(["block", "plan", "task", "thing", "slot", "item"]);

/** The blocks of the days that the words name, or of the next two weeks. */
const BLOCK: RecordKind<Block> = {
  name: "event",
  noun: "planned block",
  nouns: NOUNS,
  get: async (turn, id) => {
    const found = (await blocksBetween(turn, ...ahead(turn))).find((block) => block.id === id);
    if (!found) throw notFound(t`Event`);
    return found;
  },
  list: (turn, { period }) =>
    period ? blocksBetween(turn, period.from, period.to) : blocksBetween(turn, ...ahead(turn)),
  textOf: ({ title }) => title,
  titleOf: ({ title }) => title,
  cardOf: (block, turn) => cardOfBlock(block, turn),
};

const cardOfBlock = (block: Block, turn: Turn) =>
  eventCard({ ...block, isAllDay: false, location: null }, turn.clock);

/** 'Drop the plan for Friday', 'unplan the deck'. */
export const clearBlocks: Act = async (turn, { when, item }) => {
  const window = when ? await readWindow(turn, when) : null;
  if (when && !window) return { text: `When is '${when}'?`, isQuestion: true, lacks: "role" };
  const [start, end] = ahead(turn);
  const from = window && window.from > turn.context.now ? window.from : turn.context.now;
  const to = window?.to ?? end;
  const named = item ? await findMany(turn, BLOCK, item) : null;
  if (named && "answer" in named) return named.answer;
  const all = named?.found ?? (await blocksBetween(turn, window?.from ?? start, to));
  const found = all.filter(
    ({ startTime }) => startTime > turn.context.now && startTime >= from && startTime < to,
  );
  if (found.length === 0)
    return { text: `Nothing of your plan is left ${window?.name ?? "there"}.`, lacks: "record" };
  const items = named ? [...new Set(found.map((block) => block.item))] : undefined;
  return planOf(
    plan.clear,
    { ...(when && { from: from.toISOString(), to: to.toISOString() }), ...(items && { items }) },
    {
      order: `Remove ${plural(found.length, "planned block")} from your calendar${window ? ` ${window.name}` : ""}`,
      cards: found.slice(0, 12).map((block) => cardOfBlock(block, turn)),
    },
  );
};

/** 'Why is the deck on Wednesday?' The reasons are those with which it was planned. */
export const explainBlock: Act = async (turn, { item, when }) => {
  const one = await findOne(turn, BLOCK, [item, when].filter(Boolean).join(" ") || undefined);
  if ("answer" in one) {
    const any = await blocksBetween(turn, ...ahead(turn));
    return any.length > 0
      ? one.answer
      : { text: "Nothing in your calendar was put there by a plan.", suggestions: ["plan my week"] };
  }
  const card = cardOfBlock(one.found, turn);
  const reasons = one.found.reasons.map(({ text }) => `${text}.`);
  return {
    text: [`'${one.found.title}' is planned for ${card.subtitle}:`, ...reasons].join("\n"),
    cards: [card],
  };
};
