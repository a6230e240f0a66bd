import { eq } from "drizzle-orm";
import { profiles } from "#platform/auth/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { StoredFiles } from "#platform/storage/stored-files.ts";
import { sampleWorkspaces } from "../tables.ts";
import { fillCalendar } from "./fill-calendar.ts";
import { fillDailyOps } from "./fill-daily-ops.ts";
import { fillDocuments } from "./fill-documents.ts";
import { fillMail } from "./fill-mail.ts";
import { fillSeries } from "./fill-series.ts";
import { fillTasks } from "./fill-tasks.ts";
import { fillTeam } from "./fill-team.ts";
import { fillToday } from "./fill-today.ts";
import { alreadyLoaded, planSample } from "./plan-sample.ts";
import { sampleCalendar } from "./sample-calendar.ts";
import { SampleWriter } from "./sample-writer.ts";
import { seeded } from "./seeded.ts";

/** Fills the account; every text is the same in each load, only the days follow the calendar. */
export async function loadSample(context: SignedIn, givenZone: string | undefined): Promise<void> {
  const timeZone = givenZone ?? (await zoneOfProfile(context));
  const plan = await planSample(context, timeZone);
  const calendar = sampleCalendar(context.now, timeZone);
  const writer = new SampleWriter(context);
  await claim(writer);
  await fillTasks(writer, plan.tasks, calendar, seeded(1));
  await fillMail(writer, context.actor.email, plan.unreadEmails, calendar, seeded(2));
  await fillCalendar(writer, plan.meetingsToday, calendar);
  await fillSeries(context, writer, calendar);
  await fillTeam(writer, plan, calendar);
  await fillToday(writer, plan.minutesSaved, calendar);
  await fillDailyOps(context, writer, calendar);
  const keys: string[] = [];
  const put: StoredFiles["put"] = async (content) => {
    const file = await context.files.put(content);
    keys.push(file.key);
    return file;
  };
  try {
    // Files last: little can fail after them, and a failure removes them again.
    await fillDocuments(writer, plan.documents, put, calendar, seeded(3));
    await writer.saveRecords();
  } catch (error) {
    await Promise.all(keys.map((key) => context.files.remove(key)));
    throw error;
  }
}

/** Of two loads at once the second waits here until the first is done, and is refused. */
async function claim({ db, userId }: SampleWriter): Promise<void> {
  const claimed = await db.insert(sampleWorkspaces).values({ userId }).onConflictDoNothing().returning();
  if (claimed.length === 0) throw alreadyLoaded();
}

async function zoneOfProfile({ db, actor }: SignedIn): Promise<string> {
  const [profile] = await db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId));
  return profile?.timeZone ?? "UTC";
}
