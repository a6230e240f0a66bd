import { sql } from "drizzle-orm";
import type { Scope } from "#features/attention/public/attention-source.ts";
import { ownAddresses } from "#features/attention/public/busy-times.ts";
import { type Answer, midnightOf, type Participant } from "#features/calendar/model.ts";
import { parsePerson } from "#features/email/address-model.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { Provenance } from "#platform/capability/provenance.ts";
import type { Party } from "../alternative-model.ts";
import { countGuests } from "../reading/count-guests.ts";
import type { PlanEvent } from "../reading/wanted-item.ts";

/** An event with what decides whether and how it can be changed. */
export type Meeting = PlanEvent & {
  version: number;
  /** A call can be joined from everywhere. */
  hasLink: boolean;
  /** An occurrence of a series; what is done to it concerns only this one. */
  isOccurrence: boolean;
  /** It has a row of its own, as exceptions of series have. */
  isStored: boolean;
  /** The person organizes it, or nobody does. */
  isOwn: boolean;
  /** It cannot be changed here. */
  isReadOnly: boolean;
  /** Its guests were invited by mail. */
  isInvited: boolean;
  organizer: Party | null;
  /** Without the person. */
  guests: readonly Party[];
  /** The person's own answer; null if they were not invited. */
  answer: Answer | null;
};

type Row = {
  id: string;
  title: string;
  location: string | null;
  meeting_link: string | null;
  start_time: string;
  end_time: string;
  is_all_day: boolean;
  travel_minutes: number | null;
  is_free: boolean;
  provenance: Provenance;
  version: number;
  series_id: string | null;
  organizer: string | null;
  attendees: string[];
  participants: Participant[];
  invitation: string;
  is_stored: boolean;
  is_read_only: boolean;
  own: string[];
};

/** The person's events with these ids, by id. Throws not_found if one is not there or not theirs. */
export async function readMeetings(
  { db, actor, now }: SignedIn,
  ids: readonly string[],
  { required, timeZone }: { required: readonly string[]; timeZone: string },
): Promise<Map<string, Meeting>> {
  const scope: Scope = {
    ...{ actor, userId: actor.userId, email: actor.email, now, timeZone },
    ...{ endOfToday: now, endOfSoon: now },
  };
  const all = [...new Set([...ids, ...required])];
  if (all.length === 0) return new Map();
  const { rows } = await db.execute<Row>(sql`
    select e.id, e.title, e.location, e.meeting_link, e.start_time, e.end_time, e.is_all_day, e.travel_minutes,
           e.transparency <> 'opaque' as is_free, e.provenance, e.version, e.series_id, e.organizer, e.attendees,
           e.participants, e.invitation, array(select ${ownAddresses(scope)}) as own,
           exists (select from events s where s.id = e.id and s.user_id = e.user_id) as is_stored,
           coalesce((select c.is_read_only or c.deleted_at is not null from calendars c
             where c.id = e.calendar_id and c.user_id = e.user_id), false) as is_read_only
      from event_times e
     where e.user_id = ${actor.userId} and e.id = any(${sql.param(all)}::uuid[]) and e.deleted_at is null
       and e.status <> 'cancelled'
     order by e.start_time, e.id`);
  const found = new Map(rows.map((row) => [row.id, toMeeting(row, timeZone)]));
  if (required.some((id) => !found.has(id))) throw notFound(t`Event`);
  return found;
}

function toMeeting(row: Row, timeZone: string): Meeting {
  const own = new Set(row.own);
  const at = (time: string) =>
    row.is_all_day ? midnightOf(new Date(time), timeZone).getTime() : Date.parse(time);
  const invited = row.participants.map(({ name, address }) => partyOf({ name: name ?? "", address }));
  const named = row.attendees.map((line) => partyOf(parsePerson(line)));
  const guests = uniqueParties([...invited, ...named]).filter(
    ({ address, name }) => !own.has(address ?? name.toLowerCase()),
  );
  const names = guests.map(({ address, name }) => address ?? name.toLowerCase());
  const isOwn = row.organizer === null || own.has(row.organizer.toLowerCase());
  const self = row.participants.find(({ address }) => own.has(address.toLowerCase()));
  return {
    ...{ id: row.id, title: row.title, location: row.location, provenance: row.provenance },
    ...{ start: at(row.start_time), end: at(row.end_time), isAllDay: row.is_all_day, isFree: row.is_free },
    travelMinutes: row.is_all_day ? 0 : (row.travel_minutes ?? 0),
    // Who organizes it takes part, also where nobody else is named.
    ...{
      hasGuests: guests.length > 0 || !isOwn,
      guests,
      version: row.version,
      ...countGuests(names, row.own),
      answer: self?.status ?? null,
    },
    hasLink: row.meeting_link !== null || isCall(row.location),
    ...{
      isOccurrence: row.series_id !== null,
      isRecurring: row.series_id !== null,
      isStored: row.is_stored,
      isReadOnly: row.is_read_only,
    },
    isOwn,
    isInvited: row.invitation !== "none",
    organizer: row.organizer === null ? null : nameOf(partyOf(parsePerson(row.organizer)), guests),
  };
}

const partyOf = ({ name, address }: { name: string; address: string }): Party => {
  const isAddress = address.includes("@");
  return { name: name || address, address: isAddress ? address.toLowerCase() : null, userId: null };
};

const nameOf = (party: Party, guests: readonly Party[]): Party =>
  guests.find(({ address }) => address !== null && address === party.address) ?? party;

/** The first of each address, or of each name where there is no address. */
function uniqueParties(parties: readonly Party[]): Party[] {
  const known = new Map<string, Party>();
  for (const party of parties) {
    const key = party.address ?? party.name.toLowerCase();
    if (!known.has(key)) known.set(key, party);
  }
  return [...known.values()];
}

/** A location that is the address of a call, or says that there is one. */
const isCall = (location: string | null): boolean =>
  location !== null &&
  /https?:\/\/|\b(?:zoom|teams|google meet|meet|webex|skype|facetime|jitsi|online|remote|video|phone|telefon|téléphone|teléfono|call)\b/i.test(
    location,
  );
