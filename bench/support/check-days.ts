import { sql } from "drizzle-orm";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { wordsOf } from "../../src/features/daily-ops/briefing/fold-lines.ts";
import { generateBriefing } from "../../src/features/daily-ops/briefing/generate-briefing.ts";
import type { BriefingLine } from "../../src/features/daily-ops/model.ts";
import type { SignedIn } from "../../src/platform/capability/context.ts";
import { runAsUser } from "../../src/platform/jobs/run-as-user.ts";
import type { BenchInstance } from "./bench-instance.ts";
import { faultsOf } from "./check-briefing.ts";
import { type GeneratedDay, generateDay } from "./generate-day.ts";

/** Briefs on generated days, each in a transaction that is taken back, and checks every sentence. */
export async function checkDays(instance: BenchInstance, count: number) {
  const faults: string[] = [];
  const words: number[] = [];
  let sentences = 0;
  let caught = 0;
  for (let seed = 0; seed < count; seed += 1) {
    const day = generateDay(seed);
    const lines = await briefOn(instance, day);
    sentences += lines.length;
    for (const line of lines)
      for (const fault of faultsOf(line, day)) faults.push(`day ${seed}, ${day.zone} ${day.date}: ${fault}`);
    words.push(lines.filter(({ isFolded }) => !isFolded).reduce((sum, line) => sum + wordsOf(line), 0));
    if (lines.some((line) => plantFault(line).some((planted) => faultsOf(planted, day).length > 0)))
      caught += 1;
  }
  words.sort((a, b) => a - b);
  return {
    faults,
    sentences,
    caught,
    max: words.at(-1) ?? 0,
    median: words[Math.floor(words.length / 2)] ?? 0,
  };
}

class TakenBack extends Error {}

async function briefOn({ services, ada }: BenchInstance, day: GeneratedDay): Promise<BriefingLine[]> {
  let lines: BriefingLine[] = [];
  const settings = { ...DAILY_OPS_DEFAULTS, timezone: day.zone, newsEnabled: false };
  const run = async (context: SignedIn) => {
    await insertDay(context, day);
    lines = (await generateBriefing(context, settings, day.date)).lines;
    throw new TakenBack();
  };
  await runAsUser(services, ada.userId, run, day.now).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  return lines;
}

async function insertDay({ db, actor }: SignedIn, { tasks, events, mails, commitments }: GeneratedDay) {
  const long = sql`'2026-01-01'::timestamptz`;
  for (const { title, due, priority } of tasks)
    await db.execute(sql`insert into tasks (user_id, title, due_date, priority, position, created_at, updated_at)
      values (${actor.userId}, ${title}, ${due}, ${priority}, 'a', ${long}, ${long})`);
  for (const { title, start, end, location, attendee } of events)
    await db.execute(sql`insert into events (user_id, title, start_time, end_time, location, attendees, created_at, updated_at)
      values (${actor.userId}, ${title}, ${start}, ${end}, ${location}, ${sql.param(attendee ? [attendee] : [])}::text[], ${long}, ${long})`);
  for (const { subject, sender, at, status, isRead, isUrgent } of mails)
    await db.execute(sql`insert into emails (user_id, subject, body, sender, status, is_read, priority, created_at)
      values (${actor.userId}, ${subject}, '', ${sender}, ${status}, ${isRead}, ${isUrgent ? "urgent" : "medium"}, ${at})`);
  for (const { what, name, party, due, owedBy } of commitments)
    await db.execute(sql`insert into commitments (user_id, kind, owed_by, party, party_name, what, due, has_time, source_kind, said_at, state, origin)
      values (${actor.userId}, 'promise', ${owedBy}, ${party}, ${name}, ${what}, ${due}, true, 'own', ${long}, 'open', 'person')`);
}

/** The line with another time, number or name: the check must refuse at least one line of each day with these. */
function plantFault(line: BriefingLine): BriefingLine[] {
  const later = (text: string) =>
    text.replace(/(\d\d):\d\d/, (_, hour) => `${String((Number(hour) + 1) % 24).padStart(2, "0")}:59`);
  return [
    { ...line, text: later(line.text), ...(line.time && { time: later(line.time) }) },
    { ...line, text: line.text.replace(/^\d+/, (number) => `${Number(number) + 1}`) },
    { ...line, text: line.text.replace(/'([^']+)'/, "'Nothing of the day'") },
  ].filter(({ text, time }) => text !== line.text || time !== line.time);
}
