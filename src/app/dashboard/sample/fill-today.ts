import { randomUUID } from "node:crypto";
import { timeSavings } from "#platform/capability/tables.ts";
import type { SampleCalendar } from "./sample-calendar.ts";
import type { SampleWriter } from "./sample-writer.ts";

/** Capabilities and the share of the saved minutes that each has. */
const ACTIONS: readonly [capability: string, share: number][] = [
  ["emails.summarize", 8],
  ["emails.summarize", 6],
  ["emails.compose", 14],
  ["emails.compose", 9],
  ["emails.reply", 11],
  ["tasks.recommend", 7],
  ["briefings.generate", 12],
  ["documents.summarize", 18],
  ["events.create", 4],
  ["emails.reply", 6],
  ["emails.compose", 5],
];

/** The timed acts behind 'hours saved'. */
export async function fillToday(
  writer: SampleWriter,
  minutesSaved: number,
  calendar: SampleCalendar,
): Promise<void> {
  const { userId } = writer;
  const startOfDay = calendar.at(0, "00:00").getTime();
  const shares = ACTIONS.reduce((sum, [, share]) => sum + share, 0);
  await writer.insert(
    timeSavings,
    ACTIONS.map(([capability, share], n) => ({
      id: randomUUID(),
      userId,
      capability,
      minutes: (minutesSaved * share) / shares,
      occurredAt: new Date(Math.max(startOfDay, calendar.minutesAgo(9 + n * 17).getTime())),
    })).filter(({ minutes }) => minutes > 0),
  );
}
