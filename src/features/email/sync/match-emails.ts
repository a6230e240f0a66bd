import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import type { emails } from "../tables.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import type { Envelope } from "./read-envelope.ts";

type Status = typeof emails.$inferSelect.status;
type Candidate = {
  id: string;
  status: Status;
  fingerprint: string | null;
  messageId: string | null;
  subject: string;
  size: number | null;
  /** Of its arrival, since 1970. */
  second: number;
  isUnplaced: boolean;
  isPlaced: boolean;
  isSentFromHere: boolean;
};

export type Match = { emailId: string; isRewritten: boolean };
export type Matches = {
  /** By UID. Messages that are missing here are new. */
  byUid: Map<number, Match>;
  /** Emails that an earlier release took for a message of this folder by its Message-ID alone. */
  mistakenIds: string[];
};

/**
 * The stored email of each message of a folder. A UID that is known is its email; a new one is a copy of the same bytes
 * that is in another folder or was there (moved), or a message from here. An email has one message in each folder.
 */
export async function matchEmails(
  db: Transaction,
  box: MailboxRow,
  envelopes: readonly Envelope[],
): Promise<Matches> {
  const byUid = new Map<number, Match>();
  const known = await knownEmails(db, box, envelopes);
  const mistaken: { uid: number; id: string }[] = [];
  for (const { uid, row } of known) {
    const envelope = envelopes.find((each) => each.uid === uid);
    if (!envelope) continue;
    if (row.fingerprint !== null || row.status === "draft" || isArrivalOf(row, envelope))
      byUid.set(uid, { emailId: row.id, isRewritten: false });
    else mistaken.push({ uid, id: row.id });
  }
  if (mistaken.length > 0)
    await db.execute(sql`delete from mailbox_messages where user_id = ${box.userId} and mailbox_id = ${box.id}
      and uid = any (${sql.param(mistaken.map(({ uid }) => uid))}::bigint[])`);
  const unknown = envelopes.filter(({ uid }) => !byUid.has(uid));
  const candidates =
    unknown.length > 0 ? await findCandidates(db, box, unknown) : new Map<string, Candidate>();
  for (const envelope of unknown) {
    const match = chooseEmail(box, envelope, [...candidates.values()]);
    if (!match) continue;
    byUid.set(envelope.uid, match);
    candidates.delete(match.emailId);
  }
  return { byUid, mistakenIds: mistaken.map(({ id }) => id) };
}

type Kind = "received" | "sent" | "draft";

const kindOf = (status: Status): Kind => (status === "received" || status === "draft" ? status : "sent");

/** The same of a row. */
const KIND = sql`case when e.status in ('received', 'draft') then e.status else 'sent' end`;

/** A folder of all mail holds drafts as well. */
export const kindIn = ({ role }: MailboxRow, { flags }: Envelope): Kind =>
  role === "sent"
    ? "sent"
    : role === "drafts" || (role === "all" && flags.includes("\\Draft"))
      ? "draft"
      : "received";

/** Mail to oneself exists twice, as sent and as received; the other folders may have mail of any kind. */
const ONE_KIND: readonly MailboxRow["role"][] = ["inbox", "junk", "sent", "drafts"];

function chooseEmail(box: MailboxRow, envelope: Envelope, candidates: readonly Candidate[]): Match | null {
  const kind = kindIn(box, envelope);
  const isOfKind = ({ status }: Candidate) => kindOf(status) === kind;
  const allowed = ONE_KIND.includes(box.role) ? candidates.filter(isOfKind) : candidates;
  const copies = allowed.filter(({ fingerprint }) => fingerprint === envelope.fingerprint);
  const rank = (each: Candidate) => (isOfKind(each) ? 0 : 2) + (each.isUnplaced ? 0 : 1);
  const [copy] = copies.toSorted((one, other) => rank(one) - rank(other));
  if (copy) return { emailId: copy.id, isRewritten: false };
  const names = namesOf(envelope);
  const named = allowed.filter(({ messageId }) => messageId !== null && names.includes(messageId));
  const former = named.find(
    (each) => each.fingerprint === null && each.size !== null && isArrivalOf(each, envelope),
  );
  if (former) return { emailId: former.id, isRewritten: false };
  const own = named.find(
    (each) =>
      !each.isPlaced && (each.isSentFromHere || (each.status === "draft" && isDraftOf(box, each, kind))),
  );
  return own ? { emailId: own.id, isRewritten: own.status === "draft" && box.role === "drafts" } : null;
}

/** A draft that is edited elsewhere is another message with its Message-ID, which replaces the first. */
const isDraftOf = ({ role }: MailboxRow, { fingerprint }: Candidate, kind: Kind) =>
  kind === "draft" || (role !== "all" && fingerprint === null);

/** For mail of earlier releases, which have no fingerprints. What was written here has no size. */
const isArrivalOf = ({ size, second, subject }: Candidate, envelope: Envelope) =>
  size === null ||
  (size === envelope.size &&
    second === Math.floor(envelope.received.getTime() / 1000) &&
    (subject === envelope.subject || !isAscii(subject + envelope.subject)));

/** Other characters may have been decoded in another way by the earlier release. */
const isAscii = (text: string) => /^[ -~]*$/.test(text);

const COLUMNS: SQL = sql`e.id, e.status, e.fingerprint, e.message_id as "messageId", e.subject, e.size,
  floor(extract(epoch from e.created_at))::float8 as second, e.is_unplaced as "isUnplaced",
  exists (select from mailbox_messages l where l.user_id = e.user_id and l.email_id = e.id) as "isPlaced",
  exists (select from mail_deliveries d where d.user_id = e.user_id and d.email_id = e.id) as "isSentFromHere"`;

async function knownEmails(db: Transaction, box: MailboxRow, envelopes: readonly Envelope[]) {
  const { rows } = await db.execute<Candidate & { uid: string }>(sql`
    select p.uid, ${COLUMNS} from mailbox_messages p join emails e on e.id = p.email_id and e.user_id = p.user_id
    where p.user_id = ${box.userId} and p.mailbox_id = ${box.id}
      and p.uid = any (${sql.param(envelopes.map(({ uid }) => uid))}::bigint[])`);
  return rows.map(({ uid, ...row }) => ({ uid: Number(uid), row }));
}

/** The ids under which it may be stored, the one of earlier releases among them. */
const namesOf = ({ messageId, formerId }: Envelope) => [messageId, formerId].filter((id) => id !== null);

/** One lookup per message, as for threads. */
async function findCandidates(
  db: Transaction,
  box: MailboxRow,
  envelopes: readonly Envelope[],
): Promise<Map<string, Candidate>> {
  const copies = envelopes.map((envelope) => ({
    fingerprint: envelope.fingerprint,
    kind: kindIn(box, envelope),
  }));
  const ids = [...new Set(envelopes.flatMap(namesOf))];
  const isOfAccount = sql`e.user_id = ${box.userId} and e.account_id = ${box.accountId} and not exists (
    select from mailbox_messages l
    where l.user_id = e.user_id and l.email_id = e.id and l.mailbox_id = ${box.id})`;
  const { rows } = await db.execute<Candidate>(sql`
    select found.* from (select distinct fingerprint, kind
      from json_to_recordset(${JSON.stringify(copies)}::json) as copy (fingerprint text, kind text)) as wanted
    cross join lateral (
      select ${COLUMNS} from emails e where e.fingerprint = wanted.fingerprint and ${isOfAccount}
      order by ${KIND} = wanted.kind desc, e.is_unplaced desc, e.id limit ${envelopes.length}) as found
    union
    select found.* from unnest(${sql.param(ids)}::text[]) as wanted (name) cross join lateral (
      select ${COLUMNS} from emails e where e.message_id = wanted.name and ${isOfAccount}
        and (e.fingerprint is null or e.status <> 'received') limit ${envelopes.length}) as found`);
  return new Map(rows.map((row) => [row.id, row]));
}
