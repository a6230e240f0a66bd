import { type SQL, sql } from "drizzle-orm";
import { stripQuotedText } from "#features/communication/public/strip-quoted-text.ts";
import { parsePerson } from "#features/email/address-model.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { ThreadKind } from "../commitment-model.ts";
import type { Party, Reader, ThreadMessage } from "../model.ts";

/** Older messages are not read: what they promised has been answered or forgotten. */
const DAYS_READ = 60;
/** Of a thread, the newest. */
export const MAX_MESSAGES = 30;
export const MAX_TEXT = 20_000;
/** In a larger conversation 'you' is seldom one person. */
export const MAX_PARTICIPANTS = 8;

/** What the threads of a kind hold, and whose words these are. */
export const SOURCES = {
  email: { kind: "email", provenance: "mail" },
  conversation: { kind: "message", provenance: "message" },
  decision: { kind: "decision", provenance: "other_user" },
  document: { kind: "document", provenance: "document" },
  event: { kind: "event", provenance: "other_user" },
} as const satisfies Record<ThreadKind, object>;

/** The record that holds one message of a thread: comments on a decision have no page of their own. */
export const recordOf = ({ kind, id }: Thread, messageId: string) => ({
  kind: SOURCES[kind].kind,
  id: kind === "decision" ? id : messageId,
});

export type SourceMessage = ThreadMessage & { subject: string; hasAttachments: boolean };
export type Thread = { kind: ThreadKind; id: string };

export const since = (now: Date): string => new Date(now.getTime() - DAYS_READ * 86_400_000).toISOString();

/** The person, under all addresses at which they write and are written to. */
export async function readerOf(context: SignedIn): Promise<Reader> {
  const { db, actor } = context;
  const { rows } = await db.execute<{ address: string }>(
    sql`select lower(address) as address from mail_accounts where user_id = ${actor.userId}`,
  );
  const { timeZone } = await ownClock(context);
  const addresses = rows.map(({ address }) => address);
  return { keys: new Set([actor.userId, actor.email.toLowerCase(), ...addresses]), timeZone };
}

/** Emails `e` whose words count; the trash, drafts and spam do not. */
export const readableEmails = ({ actor, now }: SignedIn): SQL => sql`
  e.user_id = ${actor.userId} and e.deleted_at is null and e.status in ('sent', 'received')
  and e.body_state = 'full' and e.folder <> 'junk' and e.created_at > ${since(now)}::timestamptz`;

type EmailRow = {
  id: string;
  sender: string;
  recipients: string[];
  at: string | Date;
  text: string;
  subject: string;
  is_own: boolean;
  is_automatic: boolean;
  has_attachments: boolean;
};

/** Oldest first. */
export async function loadEmails(context: SignedIn, id: string, reader: Reader): Promise<SourceMessage[]> {
  const { rows } = await context.db.execute<EmailRow>(sql`
    select e.id, e.sender, e.recipients || e.cc as recipients, coalesce(e.sent_at, e.created_at) as at,
      left(e.body, ${MAX_TEXT}) as text, e.subject, e.status = 'sent' as is_own,
      e.is_automatic or e.is_system or e.list_unsubscribe is not null as is_automatic,
      exists (select from email_attachments a where a.email_id = e.id and a.user_id = e.user_id and not a.is_inline)
        as has_attachments
    from emails e where ${readableEmails(context)} and e.thread_id = ${id}
    order by e.created_at desc, e.id desc limit ${MAX_MESSAGES}`);
  const own = partyOf(context.actor.email);
  return rows.toReversed().map((row) => {
    const author = partyOf(row.sender);
    return {
      ...{ id: row.id, at: new Date(row.at), text: stripQuotedText(row.text), subject: row.subject },
      // Whatever address it was sent from: it is in the person's own Sent folder.
      author: row.is_own && !reader.keys.has(author.key) ? own : author,
      recipients: row.recipients.map(partyOf),
      isAutomatic: row.is_automatic,
      hasAttachments: row.has_attachments,
    };
  });
}

export function partyOf(line: string): Party {
  const { name, address } = parsePerson(line);
  return { key: address.toLowerCase(), name: name || address };
}

type MessageRow = {
  id: string;
  sender_id: string;
  at: string | Date;
  text: string;
  has_attachments: boolean;
};

/** Oldest first, of a conversation of a few accounts; what is written in another messenger has no account as its author. */
export async function loadMessages({ db, actor, now }: SignedIn, id: string): Promise<SourceMessage[]> {
  const { rows: people } = await db.execute<{ user_id: string; full_name: string }>(sql`
    select p.user_id, n.full_name
    from conversations c join conversation_participants p on p.conversation_id = c.id and p.left_at is null
      join people_in_conversations(
        array_fill(c.id, array[cardinality(c.participants)]), c.participants) n on n.user_id = p.user_id
    where c.id = ${id} and c.origin is null and c.deleted_at is null
      and ${actor.userId} = any (c.participants) and cardinality(c.participants) <= ${MAX_PARTICIPANTS}`);
  const parties = people.map((person): Party => ({ key: person.user_id, name: person.full_name }));
  const { rows } = await db.execute<MessageRow>(sql`
    select m.id, m.sender_id, m.created_at as at, left(m.content, ${MAX_TEXT}) as text,
      jsonb_array_length(m.attachments) > 0 as has_attachments
    from messages m where m.conversation_id = ${id} and m.deleted_at is null and m.external_author is null
      and m.message_type in ('text', 'file') and m.created_at > ${since(now)}::timestamptz
    order by m.created_at desc, m.id desc limit ${MAX_MESSAGES}`);
  return rows.toReversed().flatMap((row) => {
    const author = parties.find(({ key }) => key === row.sender_id);
    if (!author) return [];
    return {
      ...{ id: row.id, at: new Date(row.at), text: row.text, subject: "", author, isAutomatic: false },
      recipients: parties.filter(({ key }) => key !== author.key),
      hasAttachments: row.has_attachments,
    };
  });
}
