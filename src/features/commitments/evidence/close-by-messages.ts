import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Reader } from "../model.ts";
import { ownCommitments, type Row } from "../read-commitments.ts";
import { sharesObject } from "../reading/compare-words.ts";
import { recordOf, type SourceMessage, type Thread } from "../reading/load-thread.ts";
import { commitments, isStillActive } from "../tables.ts";
import { markMetBy } from "./mark-met-by.ts";
import { isAboutSending, mentionsAttachment } from "./match-cues.ts";

type ReadThread = Thread & { messages: readonly SourceMessage[]; reader: Reader };

/**
 * Closes what later messages show to be done: a request that the person has answered in its thread, and a promise to send
 * something, by a message of whoever promised it that has a file or says so. In another thread the message also has to be
 * about the same. Returns the ids of what is closed.
 */
export async function closeByMessages(context: SignedIn, thread: ReadThread): Promise<string[]> {
  if (thread.messages.length === 0) return [];
  const open = await context.db
    .select()
    .from(commitments)
    .where(closableBy(context, thread))
    .orderBy(commitments.id);
  const closed: string[] = [];
  for (const row of open) {
    const message = thread.messages.find((each) => shows(each, row, thread));
    if (!message) continue;
    await markMetBy(context, row.id, {
      ...{ ...recordOf(thread, message.id), at: message.at },
      sentence: sentenceFor(row, message),
    });
    closed.push(row.id);
  }
  return closed;
}

/** What is open in a thread, and promises between the people in it wherever they were given. */
export function closableBy(
  context: SignedIn,
  { id, messages }: Pick<ReadThread, "id" | "messages">,
): SQL | undefined {
  const parties = new Set(
    messages.flatMap(({ author, recipients }) => [author.key, ...recipients.map(({ key }) => key)]),
  );
  const ofParties = and(eq(commitments.kind, "promise"), inArray(commitments.party, [...parties]));
  return ownCommitments(context, isStillActive, or(eq(commitments.threadId, id), ofParties));
}

function shows(message: SourceMessage, row: Row, { id, reader }: ReadThread): boolean {
  const after = row.evidenceAfter && row.evidenceAfter > row.saidAt ? row.evidenceAfter : row.saidAt;
  if (message.isAutomatic || message.id === row.sourceId || message.at <= after) return false;
  const isOwn = reader.keys.has(message.author.key);
  const isInThread = row.threadId === id;
  if (row.kind === "request") return isInThread && isOwn;
  const isByPromiser = row.owedBy === "me" ? isOwn : message.author.key === row.party;
  const isToOther = message.recipients.some(({ key }) =>
    row.owedBy === "me" ? key === row.party : reader.keys.has(key),
  );
  return (
    isByPromiser &&
    isToOther &&
    isAboutSending(`${row.what} ${row.quote ?? ""}`) &&
    (message.hasAttachments || mentionsAttachment(message.text)) &&
    (isInThread || sharesObject(row.what, `${message.subject} ${message.text}`))
  );
}

function sentenceFor({ kind }: Row, { hasAttachments }: SourceMessage): string {
  if (kind === "request") return t`A later message answers it`;
  return hasAttachments
    ? t`A later message has a file attached`
    : t`A later message says that it is enclosed`;
}
