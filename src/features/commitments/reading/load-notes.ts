import { type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { wallClock } from "#platform/time/wall-clock.ts";
import { findCommitments } from "../extraction/find-commitments.ts";
import type { FoundCommitment, Reader } from "../model.ts";
import { personFinder } from "./find-person.ts";
import { foundInLines } from "./load-minutes.ts";
import { MAX_PARTICIPANTS, MAX_TEXT, partyOf, type SourceMessage, since } from "./load-thread.ts";

/** Events and series of the person with a few people, whose description may have changed in the last weeks: `id` and `newest`. */
export const readableEvents = ({ actor, now }: SignedIn): SQL => sql`
  select e.id, e.updated_at as newest from events e
  where e.user_id = ${actor.userId} and e.deleted_at is null and e.status <> 'cancelled'
    and e.description <> '' and cardinality(e.attendees) between 1 and ${MAX_PARTICIPANTS}
    and e.updated_at > ${since(now)}::timestamptz`;

type EventRow = {
  title: string;
  at: string | Date;
  text: string;
  attendees: string[];
  organizer: string | null;
  text_of_series: string | null;
};

/**
 * The description of an event as one message of its organizer, with what it promises and with its lines as those of
 * minutes. Requests in it have no thread that would answer them, so they are none.
 */
export async function loadNotes(
  context: SignedIn,
  id: string,
  reader: Reader,
): Promise<{ messages: SourceMessage[]; found: FoundCommitment[] }> {
  const { db, actor } = context;
  const { rows } = await db.execute<EventRow>(sql`
    select e.title, e.updated_at as at, left(coalesce(e.description, ''), ${MAX_TEXT}) as text, e.attendees, e.organizer,
      (select coalesce(s.description, '') from events s
       where s.user_id = ${actor.userId} and s.id = e.series_id and s.deleted_at is null) as text_of_series
    from events e
    where e.user_id = ${actor.userId} and e.id = ${id} and e.deleted_at is null`);
  const [event] = rows;
  if (!event) return { messages: [], found: [] };
  const self = { key: actor.userId, name: actor.fullName };
  const organizer = event.organizer === null ? self : partyOf(event.organizer);
  const author = reader.keys.has(organizer.key) ? self : organizer;
  const others = event.attendees.map(partyOf).filter(({ key }) => !reader.keys.has(key));
  const recipients = [...others, ...(author === self ? [] : [self])].filter(({ key }) => key !== author.key);
  const at = new Date(event.at);
  const source = { id, at, text: event.text, subject: event.title, author, recipients };
  const message = { ...source, isAutomatic: false, hasAttachments: false };
  if (event.attendees.length === 0 || event.attendees.length > MAX_PARTICIPANTS)
    return { messages: [message], found: [] };
  const people = await personFinder(context, event.text, actor.userId);
  const present = [self, author, ...others];
  // A contact may come under any of their addresses, and a colleague is known by the account.
  const find = (name: string) => {
    const person = people.find(name);
    const keys = person ? people.keysOf(person) : [];
    const attendee = present.find(({ key }) => keys.includes(key));
    return person && attendee ? { key: attendee.key, name: person.name } : null;
  };
  const other = author === self ? (others[0] ?? author) : author;
  const { keys, timeZone } = reader;
  const moment = { at, timeZone, clock: wallClock(at, timeZone) };
  const lines = foundInLines(message, { find, keys, moment, self, other });
  const ends = lines.map(({ offset, quote }) => [offset, offset + quote.length] as const);
  const promises = findCommitments([message], reader).filter(
    ({ kind, offset }) => kind === "promise" && !ends.some(([start, end]) => offset >= start && offset < end),
  );
  // What a changed occurrence says as its series does was promised there, once.
  const found = [...lines, ...promises].filter(({ quote }) => !event.text_of_series?.includes(quote));
  return { messages: [message], found };
}
