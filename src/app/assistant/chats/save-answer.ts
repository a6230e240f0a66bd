import { and, count, desc, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { Undo } from "#platform/capability/actor.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { auditLog } from "#platform/capability/tables.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { propose } from "../approvals/propose.ts";
import type { Proposed } from "../intent.ts";
import {
  type Act,
  type Attachment,
  type Card,
  type Chat,
  type ChatMessage,
  MAX_CHAT_TITLE,
  MAX_SENTENCES_PER_HOUR,
  type Mark,
  type SavedReading,
} from "../model.ts";
import { assistantChats, assistantMessages } from "../tables.ts";
import { withProposals } from "./read-chats.ts";

/** An answer of either engine, before it is saved to the chat. */
export type Answering = {
  text: string;
  cards?: Card[];
  suggestions?: string[];
  toolCalls: Act[];
  intent: string | null;
  pendingSlots: Record<string, string | undefined> | null;
  reading: SavedReading | null;
  proposed: readonly Proposed[];
  undo: Undo[];
  /** Null: the built-in engine. */
  engine: string | null;
  isTainted: boolean;
  marks?: Mark[];
};

export type Exchange = { chatId: string; question: ChatMessage; answer: ChatMessage };

export async function refuseTooMany({ db, actor, now }: SignedIn): Promise<void> {
  const [lately] = await db
    .select({ sentences: count() })
    .from(assistantMessages)
    .where(
      and(
        eq(assistantMessages.userId, actor.userId),
        eq(assistantMessages.role, "user"),
        gt(assistantMessages.createdAt, new Date(now.getTime() - 3_600_000)),
      ),
    );
  if ((lately?.sentences ?? 0) >= MAX_SENTENCES_PER_HOUR)
    throw new AppError("rate_limited", t`Too many questions in an hour. Please try again later`);
}

export async function createChat({ db, actor, now }: SignedIn, text: string): Promise<Chat> {
  const title = text.replaceAll(/\s+/g, " ").slice(0, MAX_CHAT_TITLE);
  const chat = await db
    .insert(assistantChats)
    .values({ userId: actor.userId, title, createdAt: now, updatedAt: now })
    .returning()
    .then(returnedRow);
  return chat;
}

/** Saves the sentence and its answer, with the calls that undo it and the proposals that wait for approval. */
export async function saveAnswer(
  context: SignedIn,
  chatId: string,
  { text, attachments = [], at }: { text: string; attachments?: Attachment[]; at?: Date },
  answering: Answering,
): Promise<Exchange> {
  const { db, actor, now } = context;
  const common = { userId: actor.userId, chatId };
  const { proposed, text: content, cards = [], suggestions = [], ...rest } = answering;
  const rows = await db
    .insert(assistantMessages)
    .values([
      { ...common, role: "user", content: text, attachments, createdAt: at ?? now },
      {
        ...common,
        ...rest,
        role: "assistant",
        content,
        cards,
        suggestions,
        createdAt: new Date(now.getTime() + 1),
      },
    ])
    .returning();
  const answer = rows.find(({ role }) => role === "assistant");
  if (answer) for (const [place, each] of proposed.entries()) await propose(context, answer.id, each, place);
  await db
    .update(assistantChats)
    .set({ updatedAt: now })
    .where(and(eq(assistantChats.userId, context.actor.userId), eq(assistantChats.id, chatId)));
  const [savedQuestion, savedAnswer] = (await withProposals(context, rows)).sort((a) =>
    a.role === "user" ? -1 : 1,
  );
  if (!savedQuestion || !savedAnswer) throw new Error("The answer was not saved");
  return { chatId, question: savedQuestion, answer: savedAnswer };
}

/** The calls that undo the acts of this request so far, last act first, from their audit rows. */
export async function undoOf(
  { db, actor, requestId }: SignedIn,
  { ofThisTransaction }: { ofThisTransaction: boolean },
): Promise<Undo[]> {
  const rows = await db
    .select({ undo: auditLog.undo })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.userId, actor.userId),
        eq(auditLog.requestId, requestId),
        ne(auditLog.effect, "read"),
        isNotNull(auditLog.undo),
        ofThisTransaction ? sql`${auditLog.at} = now()` : undefined,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.insertionNumber));
  return rows.flatMap(({ undo }) => (undo ? [undo] : []));
}
