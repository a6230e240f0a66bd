import { randomUUID } from "node:crypto";
import { morningBriefings } from "#features/daily-ops/tables.ts";
import { timeSavings } from "#platform/capability/tables.ts";
import { SPECIFIED } from "../model.ts";
import type { SampleCalendar } from "./sample-calendar.ts";
import type { SampleWriter } from "./sample-writer.ts";
import { OPEN_TASKS } from "./work.ts";

/** Acts and the share of the minutes that each saved. */
const ACTS: readonly [capability: string, share: number][] = [
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

/** Today's briefing and the timed acts behind 'hours saved'. */
export async function fillToday(
  writer: SampleWriter,
  minutesSaved: number,
  calendar: SampleCalendar,
): Promise<void> {
  const { userId } = writer;
  const startOfDay = calendar.at(0, "00:00").getTime();
  const shares = ACTS.reduce((sum, [, share]) => sum + share, 0);
  await writer.insert(
    timeSavings,
    ACTS.map(([capability, share], n) => ({
      id: randomUUID(),
      userId,
      capability,
      minutes: (minutesSaved * share) / shares,
      occurredAt: new Date(Math.max(startOfDay, calendar.minutesAgo(9 + n * 17).getTime())),
    })).filter(({ minutes }) => minutes > 0),
  );
  const urgent = OPEN_TASKS.filter(({ priority }) => priority === "high" || priority === "urgent");
  const briefing = {
    id: randomUUID(),
    userId,
    briefingDate: calendar.date(0),
    summary:
      "Three meetings today. Amara needs your word on clause 11 before noon, Norrvatten wants to go from 12 to 40 stations, and the firmware decision is ready for you.",
    tasksSummary: {
      total: SPECIFIED.cards.activeTasks + SPECIFIED.tasksDone,
      completed: SPECIFIED.tasksDone,
      overdue: OPEN_TASKS.filter(({ due }) => due < 0).length,
      high_priority: urgent.length,
    },
    calendarSummary: { total_events: 3, meetings: 3, deadlines: 1 },
    emailSummary: { total: 138, unread: SPECIFIED.cards.unreadEmails, urgent: 2 },
    aiInsights:
      "The three people who wait for you are Amara, Elena and Priya. Ten minutes each would free all of them.",
  };
  const written = await writer.db
    .insert(morningBriefings)
    .values(briefing)
    .onConflictDoNothing()
    .returning({ id: morningBriefings.id });
  writer.remember("morning_briefings", written);
}
