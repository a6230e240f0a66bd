import { freeTimes } from "./api.ts";
import { InvitationCard } from "./invitation-card.tsx";

const DAY = 86_400_000;
const DAYS_AHEAD = 10;
const MINUTES = 60;
const MAX_TIMES = 3;

/** At most one free hour of each of the next days, in working hours; for a mail that asks for a time. */
async function findFreeTimes(): Promise<{ startTime: string; endTime: string }[]> {
  const { items } = await freeTimes.people.call({});
  const [own] = items;
  if (!own) return [];
  const from = new Date(Date.now() + DAY / 2);
  const { suggestions } = await freeTimes.find.call({
    userIds: [own.userId],
    minutes: MINUTES,
    from: from.toISOString(),
    to: new Date(from.getTime() + DAYS_AHEAD * DAY).toISOString(),
  });
  const free = suggestions.filter(({ busy, outsideHours }) => busy.length === 0 && outsideHours.length === 0);
  const ofDays = Map.groupBy(free, ({ startTime }) => startTime.slice(0, 10));
  return [...ofDays.values()]
    .flatMap(([first]) => first ?? [])
    .slice(0, MAX_TIMES)
    .map(({ startTime, endTime }) => ({ startTime, endTime }));
}

/** What mail shows of the calendar. */
export const mailParts = { InvitationCard, findFreeTimes };
