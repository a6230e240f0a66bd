import type { Proposal } from "#features/planning/model.ts";
import { formatClock, formatWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import { joinWords, plural } from "../../../format-answer.ts";
import type { Turn } from "../../../intent.ts";
import { durationText } from "../events/duration-text.ts";

type Block = Proposal["blocks"][number];
/** Lines for blocks of one answer; the plan in the calendar shows all. */
const MOST_LINES = 14;

const minutesOf = ({ startTime, endTime }: Pick<Block, "startTime" | "endTime">) =>
  Math.round((endTime.getTime() - startTime.getTime()) / 60_000);

/** 'Tuesday, December 1' with a line for each of its blocks, and the first reason of each. */
export function blockLines(turn: Turn, blocks: readonly Block[]): string[] {
  const shown = blocks.slice(0, MOST_LINES);
  const days = Map.groupBy(shown, ({ startTime }) => dayInZone(startTime, turn.timeZone));
  const lines = [...days.values()].flatMap((own) => [
    `${formatWeekdayAndDay(own[0]?.startTime ?? turn.context.now, turn.timeZone)}:`,
    ...own.map((block) => `${timesOf(turn, block)} ${block.title}${reasonOf(block)}`),
  ]);
  const more = blocks.length - shown.length;
  return more > 0 ? [...lines, `… and ${plural(more, "more block")}.`] : lines;
}

const timesOf = (turn: Turn, { startTime, endTime }: Block) =>
  `${formatClock(startTime, turn.clock)} to ${formatClock(endTime, turn.clock)}`;

/** Why it is there, in the words of the plan; not that nothing was free before, which nobody asks. */
function reasonOf({ reasons, change }: Block): string {
  const main = reasons.find(({ kind }) => !OBVIOUS.has(kind));
  const moved = change === "moved" ? "moved" : null;
  const words = [moved, main && lower(main.text)].filter(Boolean);
  return words.length > 0 ? ` (${words.join("; ")})` : "";
}
const OBVIOUS = new Set([
  "firstFree",
  "cheapest",
  "held",
  "pause",
  "undated",
  "estimate",
  "guess",
  "moved",
  "kept",
]);

/** What the plan leaves out or takes away, and why. */
export function leftOutLines({ blocks, unplaced, removed, notes }: Proposal): string[] {
  const isLate = blocks.some(({ reasons }) => reasons.some(({ kind }) => kind === "late"));
  const isFull = isLate || unplaced.length > 0 || notes.some(({ kind }) => CROWDED.has(kind));
  const byReason = Map.groupBy(unplaced, ({ text }) => text);
  return [
    ...[...byReason].map(
      ([text, items]) =>
        `No room for ${joinWords(items.slice(0, 5).map(({ title }) => `'${title}'`))}${items.length > 5 ? ` and ${items.length - 5} more` : ""}: ${lower(text)}.`,
    ),
    ...(removed.length > 0 ? [`Taken out: ${joinWords(removed.map(({ title }) => `'${title}'`))}.`] : []),
    ...notes.map(({ text }) => (text.endsWith(".") ? text : `${text}.`)),
    ...(isFull ? ["Make room, in the plan of your calendar, names meetings that could give way."] : []),
  ];
}

/** What meetings take too much of, or too much at once. */
const CROWDED: ReadonlySet<string> = new Set(["late", "meetings", "focus", "overlap"]);

const lower = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** 'Tuesday, December 1' of a day on the calendar, yyyy-MM-dd. */
export const dayName = (date: string): string => formatWeekdayAndDay(new Date(`${date}T00:00:00Z`), "UTC");

/** The blocks as a call that writes them takes them. */
export const shownBlocks = (blocks: readonly Pick<Block, "item" | "startTime" | "endTime">[]) =>
  blocks.map(({ item, startTime, endTime }) => ({
    ...{ item, startTime: startTime.toISOString(), endTime: endTime.toISOString() },
  }));

/** '5 blocks, 4 hours and 30 minutes' */
export const sumOf = (blocks: readonly Block[]): string =>
  `${plural(blocks.length, "block")}, ${durationText(blocks.reduce((sum, block) => sum + minutesOf(block), 0))}`;
