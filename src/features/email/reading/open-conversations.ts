import { desc, inArray, ne } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { type Conversation, type Email, JUNK, type OpenEmail } from "../model.ts";
import { emails } from "../tables.ts";
import { emailFields, openEmails, ownEmails } from "./read-emails.ts";

/** Characters of texts and looks in one answer: it stays far below a megabyte. */
const MAX_TEXT = 500_000;
/** Longer conversations are listed by themselves. */
const MAX_THREAD = 20;

/**
 * What a reader shows of each, in the order in which they were asked for, in as many statements for ten as for one. Who
 * goes through mail by keyboard has the next ones before they are opened. What is gone is left out, and what would make the
 * answer too large, but never the first.
 */
export async function openConversations(context: SignedIn, ids: readonly string[]): Promise<Conversation[]> {
  const known = new Map((await openEmails(context, ids)).map((email) => [email.id, email]));
  const opened = fitting(ids.flatMap((id) => known.get(id) ?? []));
  const threads = await threadsOf(context, opened.filter(isShort));
  return opened.map((email) => ({
    email,
    thread: isShort(email) ? (threads.get(email.threadId) ?? []) : null,
  }));
}

const isShort = ({ threadSize }: OpenEmail) => threadSize <= MAX_THREAD;

function fitting(opened: readonly OpenEmail[]): OpenEmail[] {
  let size = 0;
  return opened.filter(({ body, html }, place) => {
    size += body.length + (html?.length ?? 0);
    return place === 0 || size <= MAX_TEXT;
  });
}

async function threadsOf(
  context: SignedIn,
  opened: readonly OpenEmail[],
): Promise<ReadonlyMap<string, Email[]>> {
  const threadIds = opened.map(({ threadId }) => threadId);
  if (threadIds.length === 0) return new Map();
  const rows = await context.db
    .select(emailFields)
    .from(emails)
    .where(ownEmails(context, inArray(emails.threadId, threadIds), ne(emails.folder, JUNK)))
    .orderBy(desc(emails.createdAt), desc(emails.id));
  return Map.groupBy(rows, ({ threadId }) => threadId);
}
