import { sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { read, resource } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { suggestTimes } from "./availability/suggest-times.ts";
import type { WeekdayHours } from "./hours-model.ts";
import { DAY } from "./model.ts";

const MAX_PEOPLE = 20;
const MAX_DAYS = 31;
const Span = z.object({ startTime: Instant, endTime: Instant });

export const freeTimes = resource("freeTimes", {
  people: read({
    summary: "List the people in your workspaces, yourself first, to find a time when all are free",
    input: z.strictObject({}),
    output: z.object({
      items: z.array(z.object({ userId: Id, fullName: z.string(), email: z.string(), timeZone: z.string() })),
    }),
    access: "user",
    run: async (context) => ({
      items: (await peopleToMeet(context)).map(({ user_id, full_name, email, zone }) => ({
        ...{ userId: user_id, fullName: full_name, email, timeZone: zone },
      })),
    }),
  }),
  find: read({
    summary:
      "Suggest times when you and people of your workspaces are free, by calendars and working hours; of others only busy times are shown",
    input: z.strictObject({
      userIds: z.array(Id).min(1).max(MAX_PEOPLE),
      minutes: z.int().min(15).max(480),
      from: Instant,
      to: Instant,
    }),
    output: z.object({
      suggestions: z.array(Span.extend({ busy: z.array(Id), outsideHours: z.array(Id) })),
      people: z.array(z.object({ userId: Id, timeZone: z.string(), busy: z.array(Span) })),
    }),
    access: "user",
    run: findTimes,
  }),
});

type Row = {
  user_id: string;
  full_name: string;
  email: string;
  zone: string;
  days: number[];
  from_minute: number;
  to_minute: number;
  other_hours: WeekdayHours[];
};

const peopleToMeet = async ({ db }: SignedIn): Promise<Row[]> =>
  (await db.execute<Row>(sql`select * from people_to_meet()`)).rows;

type FindTimesInput = { userIds: string[]; minutes: number; from: Date; to: Date };

async function findTimes(context: SignedIn, { userIds, minutes, from, to }: FindTimesInput) {
  if (to <= from || to.getTime() - from.getTime() > MAX_DAYS * DAY)
    throw new AppError("invalid", t`Search within ${MAX_DAYS} days at most`, {
      fields: { to: "is out of range" },
    });
  const allIds = new Set([context.actor.userId, ...userIds]);
  const people = (await peopleToMeet(context)).filter(({ user_id }) => allIds.has(user_id));
  if (people.length < allIds.size) throw notFound(t`Person`);
  const { rows } = await context.db.execute<{ user_id: string; start_time: string; end_time: string }>(
    sql`select * from busy_times_of_people(${sql.param([...allIds])}::uuid[], ${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz)`,
  );
  const busySpans = Map.groupBy(rows, ({ user_id }) => user_id);
  const attendants = people.map(({ user_id, zone, days, from_minute, to_minute, other_hours }) => ({
    ...{ userId: user_id, zone, workingDays: days, workFrom: from_minute, workTo: to_minute },
    otherHours: other_hours,
    busy: (busySpans.get(user_id) ?? []).map(({ start_time, end_time }) => ({
      start: new Date(start_time).getTime(),
      end: new Date(end_time).getTime(),
    })),
  }));
  const first = Math.max(from.getTime(), context.now.getTime());
  const found = suggestTimes(attendants, { from: first, to: to.getTime(), minutes, limit: 12 });
  const span = ({ start, end }: { start: number; end: number }) => ({
    startTime: new Date(start),
    endTime: new Date(end),
  });
  return {
    suggestions: found.map(({ busy, outsideHours, ...times }) => ({ ...span(times), busy, outsideHours })),
    people: attendants.map(({ userId, zone, busy }) => ({ userId, timeZone: zone, busy: busy.map(span) })),
  };
}
