import { and, count, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn, Undo } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { auditLog } from "#platform/capability/tables.ts";
import { Id } from "#platform/capability/wire.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { type Answered, answerSentence } from "./answer-sentence.ts";
import { callByName } from "./callable.ts";
import { AREAS, type Proposed } from "./intent.ts";
import { INTENTS } from "./intents.ts";
import {
  type Chat,
  ChatMessage,
  MAX_CHAT_TITLE,
  MAX_SENTENCE,
  MAX_SENTENCES_PER_HOUR,
  PROPOSAL_MINUTES,
} from "./model.ts";
import { findChat, lastAnswer, withProposals } from "./read-chats.ts";
import { assistantChats, assistantMessages, assistantProposals } from "./tables.ts";

/** Whatever a sentence may have changed. */
const touches = [
  "tasks",
  "projects",
  "events",
  "emails",
  "contacts",
  "conversations",
  "messages",
  "notifications",
  "documents",
  "decisions",
  "invitations",
  "assistantChats",
];

export const assistant = resource("assistant", {
  ask: write({
    summary:
      "Answers a sentence from your own data, or carries it out; what leaves or deletes waits for approval",
    input: z.strictObject({
      text: z.string().trim().min(1, "Say something").max(MAX_SENTENCE),
      /** Goes on with this chat; a new one begins where none is given. */
      chatId: Id.optional(),
      timeZone: TimeZone.default("UTC"),
    }),
    output: z.object({ chatId: Id, said: ChatMessage, answer: ChatMessage }),
    access: "user",
    agents: "hidden",
    touches,
    run: async (context, { text, chatId, timeZone }) => {
      await refuseTooMany(context);
      const chat = chatId ? await findChat(context, chatId) : await beginChat(context, text);
      const last = chatId ? await lastAnswer(context, chat.id) : null;
      if (/^(undo|undo (that|it|this)|take (that|it) back)[.!]*$/i.test(text) && last)
        return keep(context, chat, text, await takenBack(context, last));
      const before = { shown: last?.cards ?? [], asked: last?.asked ?? null, intent: last?.intent ?? null };
      const answered = await answerSentence(context, { sentence: text, timeZone, before });
      return keep(context, chat, text, answered);
    },
  }),
  undo: write({
    summary: "Takes back what was done for an answer of the assistant",
    input: z.strictObject({ id: Id }),
    output: ChatMessage,
    access: "user",
    agents: "hidden",
    touches,
    run: async (context, { id }) => {
      const message = await lockedMessage(context, id);
      if (message.undo.length === 0 || message.undoneAt)
        throw new AppError("conflict", "There is nothing to take back here any more");
      return onlyOne(await withProposals(context, [await undone(context, message)]));
    },
  }),
  approve: write({
    summary:
      "Does what the assistant proposed, exactly as it was shown; once, by the person to whom it was shown",
    input: z.strictObject({ id: Id }),
    output: ChatMessage,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    touches,
    run: async (context, { id }) => {
      const proposal = await decide(context, id, "done");
      if (proposal.credentialId !== context.actor.credentialId)
        throw new AppError("forbidden", "This was proposed in another session: ask for it again here");
      await callByName(context, proposal.capability, proposal.input);
      await keepUndo(context, proposal.messageId);
      return messageOf(context, proposal.messageId);
    },
  }),
  dismiss: write({
    summary: "Puts aside what the assistant proposed; it cannot be approved any more",
    input: z.strictObject({ id: Id }),
    output: ChatMessage,
    access: "user",
    agents: "hidden",
    run: async (context, { id }) => {
      const { messageId } = await decide(context, id, "dismissed");
      return messageOf(context, messageId);
    },
  }),
  abilities: read({
    summary: "Lists what the assistant understands without a language model, with an example of each",
    input: z.strictObject({}),
    output: z.object({
      abilities: z.array(z.object({ name: z.string(), area: z.enum(AREAS), example: z.string() })),
    }),
    access: "user",
    agents: "hidden",
    run: async () => ({ abilities: INTENTS.map(({ name, area, example }) => ({ name, area, example })) }),
  }),
});

const UNDO = "assistant.undo";

type Row = typeof assistantMessages.$inferSelect;
type Said = Omit<Answered, "intent"> & { intent: string | null };

async function refuseTooMany({ db, actor, now }: SignedIn): Promise<void> {
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
    throw new AppError("rate_limited", "That were many questions in an hour. Go on a little later");
}

async function beginChat({ db, actor, now }: SignedIn, text: string): Promise<Chat> {
  const title = text.replaceAll(/\s+/g, " ").slice(0, MAX_CHAT_TITLE);
  const [chat] = await db
    .insert(assistantChats)
    .values({ userId: actor.userId, title, createdAt: now, updatedAt: now })
    .returning();
  if (!chat) throw new Error("The chat was not kept");
  return chat;
}

/** Keeps what was said and what was answered, with how to take it back and what waits for approval. */
async function keep(context: SignedIn, chat: Chat, text: string, answered: Said) {
  const { db, actor, now } = context;
  const common = { userId: actor.userId, chatId: chat.id };
  const rows = await db
    .insert(assistantMessages)
    .values([
      { ...common, role: "user", content: text, createdAt: now },
      {
        ...common,
        role: "assistant",
        content: answered.text,
        cards: answered.cards ?? [],
        suggestions: answered.suggestions ?? [],
        acts: answered.acts,
        intent: answered.intent,
        asked: answered.asked,
        // What took something back is not taken back in turn: the words are there to be said again.
        undo: answered.intent === UNDO ? [] : await undoOf(context),
        createdAt: new Date(now.getTime() + 1),
      },
    ])
    .returning();
  const answer = rows.find(({ role }) => role === "assistant");
  if (answer && answered.proposed) await propose(context, answer.id, answered.proposed);
  await db.update(assistantChats).set({ updatedAt: now }).where(eq(assistantChats.id, chat.id));
  const [said, shown] = (await withProposals(context, rows)).sort((a) => (a.role === "user" ? -1 : 1));
  if (!said || !shown) throw new Error("The answer was not kept");
  return { chatId: chat.id, said, answer: shown };
}

/** What takes back the acts of this request, as their audit rows have it. */
async function undoOf({ db, actor, requestId }: SignedIn): Promise<Undo[]> {
  const rows = await db
    .select({ undo: auditLog.undo })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.userId, actor.userId),
        eq(auditLog.requestId, requestId),
        ne(auditLog.effect, "read"),
        isNotNull(auditLog.undo),
        sql`${auditLog.at} = now()`,
      ),
    );
  return rows.flatMap(({ undo }) => (undo ? [undo] : []));
}

function propose({ db, actor, now }: SignedIn, messageId: string, { capability, input, summary }: Proposed) {
  return db.insert(assistantProposals).values({
    userId: actor.userId,
    messageId,
    capability,
    input,
    summary: summary.slice(0, 2000),
    credentialId: actor.credentialId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + PROPOSAL_MINUTES * 60_000),
  });
}

/** One statement decides, so that a proposal is approved or dismissed once, and never too late. */
async function decide(context: SignedIn, id: string, state: "done" | "dismissed") {
  const { db, actor, now } = context;
  const isMine = and(eq(assistantProposals.id, id), eq(assistantProposals.userId, actor.userId));
  const [decided] = await db
    .update(assistantProposals)
    .set({ state, decidedAt: now })
    .where(and(isMine, eq(assistantProposals.state, "waiting"), gt(assistantProposals.expiresAt, now)))
    .returning();
  if (decided) return decided;
  const [known] = await db.select({ state: assistantProposals.state }).from(assistantProposals).where(isMine);
  if (!known) throw notFound("Proposal");
  throw new AppError(
    "conflict",
    known.state === "waiting" ? "This proposal has expired: ask for it again" : "This was decided already",
  );
}

async function keepUndo(context: SignedIn, messageId: string): Promise<void> {
  await context.db
    .update(assistantMessages)
    .set({ undo: await undoOf(context) })
    .where(and(eq(assistantMessages.id, messageId), eq(assistantMessages.userId, context.actor.userId)));
}

async function lockedMessage({ db, actor }: SignedIn, id: string): Promise<Row> {
  const [message] = await db
    .select()
    .from(assistantMessages)
    .where(and(eq(assistantMessages.id, id), eq(assistantMessages.userId, actor.userId)))
    .for("update");
  if (!message) throw notFound("Answer");
  return message;
}

async function undone(context: SignedIn, message: Row): Promise<Row> {
  for (const { capability, input } of message.undo) await callByName(context, capability, input);
  const [row] = await context.db
    .update(assistantMessages)
    .set({ undoneAt: context.now })
    .where(and(eq(assistantMessages.id, message.id), eq(assistantMessages.userId, context.actor.userId)))
    .returning();
  if (!row) throw notFound("Answer");
  return row;
}

/** 'Undo', said in words, takes back the last answer. */
async function takenBack(context: SignedIn, last: Row): Promise<Said> {
  const said = { intent: UNDO, asked: null, cards: [] };
  if (last.undo.length === 0 || last.undoneAt)
    return { ...said, acts: [], text: "There is nothing to take back." };
  await undone(context, last);
  const acts = last.undo.map(({ capability }) => ({ capability, effect: "write" as const }));
  return { ...said, acts, text: "That is taken back." };
}

async function messageOf(context: SignedIn, id: string): Promise<ChatMessage> {
  return onlyOne(await withProposals(context, [await lockedMessage(context, id)]));
}

function onlyOne(messages: readonly ChatMessage[]): ChatMessage {
  const [message] = messages;
  if (!message) throw notFound("Answer");
  return message;
}
