import { inArray, type SQL, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import { evidenceColumns } from "../change-commitments.ts";
import type { Evidence } from "../commitment-model.ts";
import { ownCommitments } from "../read-commitments.ts";
import { sharesObject } from "../reading/compare-words.ts";
import { since } from "../reading/load-thread.ts";
import { commitments } from "../tables.ts";
import { markMetBy } from "./mark-met-by.ts";
import { SENDING_IN_SQL, TALKING_IN_SQL } from "./match-cues.ts";

type Found = {
  commitment_id: string;
  what: string;
  id: string;
  title: string;
  at: string | Date;
  /** What the record has to be about as well; null: it need not be. */
  about: string | null;
};
type Source = {
  kind: Evidence["kind"];
  query(context: SignedIn): SQL;
  sentence(title: string): string;
};

/** Once a promise is known for a day, only records of the last week count: the earlier ones were seen. */
const DAYS_SEEN_AGAIN = 7;
const DAY_MS = 86_400_000;

/**
 * Closes promises that records show to be kept: their task is completed, a document was shared with the other person, an
 * event with them has ended, a call with them took place. Opens those again whose task is no longer completed. Returns
 * the ids.
 */
export async function closeByRecords(context: SignedIn): Promise<string[]> {
  const reopened = await reopenUndone(context);
  const closings = new Map<string, Evidence>();
  for (const { kind, query, sentence } of SOURCES) {
    const { rows } = await context.db.execute<Found>(query(context));
    for (const row of rows) {
      if (closings.has(row.commitment_id)) continue;
      if (row.about !== null && !sharesObject(row.what, row.about)) continue;
      const evidence = { kind, id: row.id, sentence: sentence(row.title), at: new Date(row.at) };
      closings.set(row.commitment_id, evidence);
    }
  }
  // By id, as rows are locked everywhere.
  const closed = [...closings].toSorted(([one], [other]) => (one < other ? -1 : 1));
  // The sentence quotes a title, which somebody else may have written.
  for (const [id, evidence] of closed)
    await writeAs(context, "other_user", (own) => markMetBy(own, id, evidence));
  return [...reopened, ...closings.keys()];
}

/** Met by a task that is to be done again. */
async function reopenUndone(context: SignedIn): Promise<string[]> {
  const { db, actor, now } = context;
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from commitments c
    where c.user_id = ${actor.userId} and c.state = 'met' and c.evidence_kind = 'task' and c.task_id is not null
      and exists (select from tasks k where k.id = c.evidence_id and k.user_id = c.user_id
        and k.deleted_at is null and k.status <> 'completed')
    order by c.id for update of c`);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await db
      .update(commitments)
      .set({
        ...{ state: "open", updatedAt: now, version: sql`${commitments.version} + 1` },
        ...evidenceColumns(null),
      })
      .where(ownCommitments(context, inArray(commitments.id, ids)));
  return ids;
}

/**
 * Promises `c` of the person that are still to be met and for which the condition is true; `after_time`: from when on
 * something shows that they are, `seen_time`: until when all records were looked at.
 */
const ACTIVE = ({ actor, now }: SignedIn, condition: SQL): SQL => {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  return sql`
  (select a.*, case when a.created_at > ${ago(1)}::timestamptz then a.after_time
     else greatest(a.after_time, ${ago(DAYS_SEEN_AGAIN)}::timestamptz) end as seen_time
   from (select c.*, greatest(c.said_at, coalesce(c.evidence_after, c.said_at)) as after_time
     from commitments c
     where c.user_id = ${actor.userId} and c.state in ('proposed', 'open') and c.kind = 'promise'
       and (c.state = 'open' or c.task_id is not null or c.said_at > ${since(now)}::timestamptz)
       and ${condition}) a) c`;
};

const IS_ABOUT_SENDING = sql`(c.what || ' ' || coalesce(c.quote, '')) ~* ${SENDING_IN_SQL}`;
/** By what is to be done: a quote also says 'as discussed'. */
const IS_ABOUT_TALKING = sql`(c.what ~* ${TALKING_IN_SQL} and not c.what ~* ${SENDING_IN_SQL})`;

/** As a condition on `c`: its party is an account, and not an address. */
const IS_ACCOUNT = sql`c.party ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

const completedTasks = (context: SignedIn): SQL => sql`
  select c.id as commitment_id, c.what, k.id, k.title, k.completed_at as at, null as about
  from ${ACTIVE(context, sql`c.task_id is not null`)} join tasks k on k.id = c.task_id and k.user_id = c.user_id
  where k.status = 'completed' and k.deleted_at is null
    and (c.evidence_after is null or k.completed_at > c.evidence_after)`;

/** With the other person a document of the same name; in the conversation of the promise, any. */
const sharedDocuments = (context: SignedIn): SQL => sql`
  select c.id as commitment_id, c.what, d.id, d.title, s.created_at as at,
    case when s.conversation_id = c.thread_id then null else d.title || ' ' || d.file_name end as about
  from ${ACTIVE(context, sql`c.owed_by = 'me' and ${IS_ABOUT_SENDING}`)}
    join document_shares s on s.user_id = c.user_id and s.created_at > c.seen_time
    join documents d on d.id = s.document_id and d.user_id = c.user_id and d.deleted_at is null
  where s.person_id::text = c.party or s.conversation_id = c.thread_id
    or s.person_id in (select a.user_id from accounts_of_contacts(array(
      select k.id from contacts k
      where k.user_id = c.user_id and k.deleted_at is null and lower(k.contact_email) = c.party)) a)
  order by s.created_at, s.id`;

/** The address of an attendee that is written as 'Name <address>' or bare. */
const ADDRESS = sql`lower(btrim(coalesce(substring(attendee from '<([^<>]*)>\\s*$'), attendee)))`;

/** Attendees are addresses: for an account, those of the person's contacts that belong to it. */
const endedEvents = (context: SignedIn): SQL => sql`
  with addresses as materialized (
    select a.user_id::text as account, lower(k.contact_email) as address
    from accounts_of_contacts(array(
      select k.id from contacts k where k.user_id = ${context.actor.userId} and k.deleted_at is null)) a
      join contacts k on k.id = a.contact_id)
  select c.id as commitment_id, c.what, e.id, e.title, e.end_time as at, null as about
  from ${ACTIVE(context, IS_ABOUT_TALKING)} join event_times e on e.user_id = c.user_id
    and e.start_time > greatest(c.after_time, c.seen_time - interval '1 day') and e.end_time > c.seen_time
  where e.end_time < ${context.now.toISOString()}::timestamptz and not e.is_all_day and e.status <> 'cancelled'
    and e.deleted_at is null and exists (
      select from unnest(e.attendees) attendee
      where c.party = ${ADDRESS}
        or exists (select from addresses a where a.account = c.party and a.address = ${ADDRESS}))
  order by e.end_time, e.id`;

const endedCalls = (context: SignedIn): SQL => sql`
  select c.id as commitment_id, c.what, k.id, '' as title, k.ended_at as at, null as about
  from ${ACTIVE(context, sql`${IS_ABOUT_TALKING} and ${IS_ACCOUNT}`)}
    join conversations v on v.deleted_at is null
      and v.pair in (c.user_id::text || ':' || c.party, c.party || ':' || c.user_id::text)
    join calls k on k.conversation_id = v.id
  where k.state = 'ended' and k.answered_at is not null and k.ended_at > c.seen_time
  order by k.ended_at, k.id`;

const SOURCES: readonly Source[] = [
  { kind: "task", query: completedTasks, sentence: (title) => t`Task completed: ${title}` },
  { kind: "document", query: sharedDocuments, sentence: (title) => t`Document shared: ${title}` },
  { kind: "event", query: endedEvents, sentence: (title) => t`Event ended: ${title}` },
  { kind: "call", query: endedCalls, sentence: () => t`A call took place` },
];
