import { desc, inArray, ne } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { JUNK } from "../list-model.ts";
import type { Conversation, Email, OpenEmail } from "../model.ts";
import { emails } from "../tables.ts";
import { emailFields, openEmails, ownEmails } from "./read-emails.ts";

/** Characters of text and HTML in one response: keeps it far below a megabyte. */
const MAX_TEXT = 500_000;
/** Longer conversations are listed by themselves. */
const MAX_THREAD = 20;

/**
 * The content of each email, in the requested order, in the same number of statements for ten as for one. Used to load
 * the next emails before they are opened. Missing emails are omitted, and those that would make the response too large,
 * but never the first.
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
