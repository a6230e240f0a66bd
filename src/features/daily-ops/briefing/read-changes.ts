import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import type { RecordLink } from "../model.ts";

/** The next meeting, with context about its attendees. */
export type MeetingFact = RecordLink & {
  startTime: Date;
  location: string | null;
  /** Names where they are known, else addresses. */
  people: string[];
  /** The last mails from them or to them, newest first. */
  mails: RecordLink[];
  /** Open tasks that name an attendee. */
  promises: RecordLink[];
};

/** What happened since the last briefing, or within the last day if there is none. */
export type Changes = {
  since: Date;
  done: RecordLink[];
  becameLate: RecordLink[];
  addedEvents: RecordLink[];
  movedEvents: RecordLink[];
  /** Titles only, because the events cannot be opened any more. */
  cancelled: string[];
  /** Notifications of that time that were held back: in quiet hours, or of unwanted kinds. */
  held: { quiet: number; unwanted: number };
  meeting: MeetingFact | null;
};

type Wire = Omit<Changes, "since" | "meeting"> & {
  since: string;
  meeting: (Omit<MeetingFact, "startTime"> & { startTime: string }) | null;
};

/** The most records named; further ones are not counted, because there are rarely more. */
const MAX_RECORDS = 5;
/** How many of the newest mails are searched for attendees of the next meeting. */
const RECENT_MAILS = 2000;

// rule: function-length - one SQL statement, whose parts refer to each other
/** One query over the user's own rows; `date` is the day of the briefing. */
export async function readChanges({ db, actor, now }: SignedIn, date: string): Promise<Changes> {
  const isMine = sql`user_id = ${actor.userId}`;
  const present = sql`${now}::timestamptz`;
  const links = (kind: "task" | "event" | "email", rows: ReturnType<typeof sql>) => sql`(
    select coalesce(json_agg(json_build_object('kind', ${kind}::text, 'id', id, 'title', left(title, 200)) order by place), '[]')
      from (${rows}) named)`;
  const { rows } = await db.execute<{ facts: Wire }>(sql`
    with since as materialized (
      select coalesce(
        (select max(updated_at) from morning_briefings
          where ${isMine} and briefing_date < ${date}::date and updated_at > ${present} - interval '7 days'),
        ${present} - interval '1 day') as at
    ), meeting as materialized (
      select id, title, start_time, location, attendees
        from event_times
       where ${isMine} and deleted_at is null and status <> 'cancelled' and not is_all_day
         and start_time > ${present} and start_time < ${present} + interval '7 days'
         and (cardinality(attendees) > 0 or coalesce(meeting_link, '') <> '' or lower(coalesce(category, '')) = 'meeting')
       order by start_time, id limit 1
    ), people as materialized (
      select lower(address) as address, contact.contact_name as name,
             split_part(coalesce(contact.contact_name, initcap(split_part(split_part(address, '@', 1), '.', 1))), ' ', 1) as called
        from meeting, unnest(attendees) with ordinality as invited (address, place)
        left join lateral (
          select contact_name from contacts
           where ${isMine} and deleted_at is null and lower(contact_email) = lower(address) limit 1
        ) contact on true
       where lower(address) <> lower(${actor.email})
       order by place limit 20
    ), recent as materialized (
      select id, subject as title, lower(sender) as sender, recipients, created_at
        from emails
       where ${isMine} and deleted_at is null and status in ('received', 'sent') and exists (select from people)
       order by created_at desc, id desc limit ${RECENT_MAILS}
    )
    select json_build_object(
      'since', (select at from since),
      'done', ${links(
        "task",
        sql`select id, title, completed_at as place from tasks where ${isMine} and deleted_at is null
              and status = 'completed' and completed_at >= (select at from since) order by completed_at desc, id desc limit ${MAX_RECORDS}`,
      )},
      'becameLate', ${links(
        "task",
        sql`select id, title, due_date as place from tasks where ${isMine} and deleted_at is null and status <> 'completed'
              and due_date >= (select at from since) and due_date < ${present} order by due_date, id limit ${MAX_RECORDS}`,
      )},
      'addedEvents', ${links(
        "event",
        sql`select id, title, start_time as place from events where ${isMine} and deleted_at is null
              and created_at >= (select at from since) and (start_time > ${present} or is_series) order by start_time, id limit ${MAX_RECORDS}`,
      )},
      'movedEvents', ${links(
        "event",
        sql`select id, title, start_time as place from events where ${isMine} and deleted_at is null and version > 1
              and created_at < (select at from since) and updated_at >= (select at from since)
              and (start_time > ${present} or is_series) order by start_time, id limit ${MAX_RECORDS}`,
      )},
      'cancelled', (select coalesce(json_agg(left(title, 200)), '[]') from (
        select title from events where ${isMine} and deleted_at >= (select at from since) and start_time > ${present}
         order by start_time, id limit ${MAX_RECORDS}) gone),
      'held', (select json_build_object(
          'quiet', count(*) filter (where hold_reason = 'quiet'), 'unwanted', count(*) filter (where hold_reason = 'unwanted'))
        from smart_notifications
       where ${isMine} and is_sent and hold_reason is not null and scheduled_for >= (select at from since)),
      'meeting', (select json_build_object(
          'kind', 'event', 'id', id, 'title', left(title, 200), 'startTime', start_time, 'location', left(location, 200),
          'people', (select coalesce(json_agg(coalesce(name, address)), '[]') from people),
          'mails', ${links(
            "email",
            sql`select id, title, -extract(epoch from created_at) as place from recent
                 where exists (select from people where sender like '%' || address || '%'
                         or address = any(select lower(unnest(recipients))))
                 order by created_at desc, id desc limit 3`,
          )},
          'promises', ${links(
            "task",
            sql`select id, title, coalesce(due_date, 'infinity') as place from tasks
                 where ${isMine} and deleted_at is null and status <> 'completed'
                   and exists (select from people where length(called) > 2 and title ~* ('\\m' || regexp_replace(called, '\\W', '', 'g') || '\\M'))
                 order by coalesce(due_date, 'infinity'), id limit 3`,
          )}) from meeting)
    ) as facts`);
  const row = returnedRow(rows);
  const { since, meeting, ...facts } = row.facts;
  return {
    ...facts,
    since: new Date(since),
    meeting: meeting && { ...meeting, startTime: new Date(meeting.startTime) },
  };
}
