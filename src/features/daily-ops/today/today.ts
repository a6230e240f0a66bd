import { z } from "zod";
import { attention } from "#features/attention/attention.ts";
import type { AttentionItem } from "#features/attention/model.ts";
import { listSnoozed } from "#features/attention/public/snoozed-records.ts";
import type { Commitment } from "#features/commitments/commitment-model.ts";
import { commitments } from "#features/commitments/commitments.ts";
import { listPromisesOf } from "#features/commitments/public/promises-of-items.ts";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { hasChosenClock, ownClock } from "#platform/auth/own-clock.ts";
import { read, resource } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import { type BriefingDay, briefingDay } from "../briefing/read-facts.ts";
import { CalendarDay } from "../model.ts";
import { MAX_OWED, Today } from "../today-model.ts";
import { chooseFirst } from "./choose-first.ts";
import { readDay } from "./read-day.ts";
import { readPeople } from "./read-people.ts";

export const today = resource("today", {
  get: read({
    summary:
      "Get a day of yours, by default today: events and free time in order, what to do first, what is owed, whom you meet",
    input: z.strictObject({
      date: CalendarDay.optional(),
      /** The caller's, for a new account that has none. */
      timeZone: TimeZone.optional(),
    }),
    output: Today,
    access: "user",
    run: (context, { date, timeZone }) => readToday(context, date, timeZone),
  }),
});

/** The day on the clock of Daily Operations, or of `zoneIfNone`; `date` is one of its calendar, by default today. */
export async function readToday(context: SignedIn, date?: string, zoneIfNone?: string): Promise<Today> {
  const { timezone } = await dailyOpsSettings.get(context, {});
  const isUnset = timezone === NO_ZONE && zoneIfNone !== undefined && !(await hasChosenClock(context));
  const timeZone = isUnset ? zoneIfNone : timezone;
  const clock = { ...(await ownClock(context)), timeZone };
  return readDayOf(context, briefingDay(date ?? dayInZone(context.now, timeZone), clock));
}

/** That of a profile until its first page has said another. */
const NO_ZONE = "UTC";

/** `items`: the attention list of today, if it has been read already. */
export async function readDayOf(
  context: SignedIn,
  day: BriefingDay,
  items?: readonly AttentionItem[],
): Promise<Today> {
  const { now } = context;
  const { timeZone: timezone } = day;
  const present = dayInZone(now, timezone);
  const work = await readDay(context, day);
  const { workEnds: _, ...line } = work;
  const people = await readPeople(context, line);
  const isToday = line.date === present;
  const open = isToday ? (items ?? (await readAttention(context, timezone)).items) : [];
  return {
    ...line,
    today: present,
    first: chooseFirst(open, work, people, { now, clock: day }),
    owed: await readOwed(context),
    people,
  };
}

/** All that needs the person. */
export const readAttention = (context: SignedIn, timeZone: string) =>
  attention.list(context, { timeZone, limit: 500 });

/** Without what is snoozed: it is back when it is time. */
async function readOwed(context: SignedIn): Promise<Today["owed"]> {
  const counts = await commitments.counts(context, {});
  const snoozed = counts.me.open + counts.them.open > 0 ? await readSnoozed(context) : [];
  const pressing = async (owedBy: "me" | "them") => {
    const away = snoozed.filter((one) => one.owedBy === owedBy);
    const open = counts[owedBy].open - away.length;
    const late = counts[owedBy].late - away.filter(({ isLate }) => isLate).length;
    const limit = MAX_OWED + away.length;
    const { items } =
      open > 0 ? await commitments.list(context, { owedBy, states: ["open"], limit }) : { items: [] };
    const shown = items.filter(({ id }) => away.every((one) => one.id !== id));
    return { open, late, items: shown.slice(0, MAX_OWED) };
  };
  return { me: await pressing("me"), them: await pressing("them") };
}

async function readSnoozed(context: SignedIn): Promise<Commitment[]> {
  const snoozed = new Map(
    (await listSnoozed(context, ["request", "promise", "waiting"])).map(({ id, markedAt }) => [id, markedAt]),
  );
  const open = await listPromisesOf(context, { ids: [...snoozed.keys()], taskIds: [] });
  return open.filter(({ id, saidAt }) => saidAt <= (snoozed.get(id) ?? saidAt));
}
