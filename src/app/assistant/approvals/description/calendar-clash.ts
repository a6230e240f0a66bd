import { events } from "#features/calendar/calendar-events.ts";
import { parsePerson } from "#features/email/address-model.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { formatClock } from "#platform/time/format-in-zone.ts";
import type { ReadClock } from "./read-clock.ts";

/** Events that are named; there may be more. */
const MAX_CLASHES = 5;
const MAX_READ = 50;

/** What else is in the calendar at this time, with its people. `id` is the event that would move, or its series. */
export async function clashesWith(
  context: SignedIn,
  { start, end, ids }: { start: Date; end: Date; ids: readonly string[] },
  clock: ReadClock,
): Promise<string[]> {
  if (end <= start) return [];
  const { items } = await events.list(context, {
    from: start.toISOString(),
    to: end.toISOString(),
    limit: MAX_READ,
  });
  const clashes = items.filter(
    ({ id, seriesId, isAllDay, transparency, status }) =>
      !isAllDay &&
      transparency === "opaque" &&
      status !== "cancelled" &&
      !ids.includes(id) &&
      !ids.includes(seriesId ?? ""),
  );
  return clashes.slice(0, MAX_CLASHES).map(({ title, startTime, endTime, attendees }) => {
    const [from, until] = [formatClock(startTime, clock), formatClock(endTime, clock)];
    const people = attendees.map((line) => parsePerson(line)).map(({ name, address }) => name || address);
    return people.length > 0
      ? t`Clashes with '${title}', ${from} to ${until}, with ${people.slice(0, MAX_CLASHES).join(", ")}`
      : t`Clashes with '${title}', ${from} to ${until}`;
  });
}
