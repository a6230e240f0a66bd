import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { ReadingTrace } from "#platform/capability/reading-trace.ts";
import { Id } from "#platform/capability/wire.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { answerSentence, isUndoRequest, previousAnswerOf } from "./answer-sentence.ts";
import { editReason } from "./approvals/edit-call.ts";
import { decide, dismissWaiting, editProposal, isIntact } from "./approvals/propose.ts";
import { callByName } from "./callable.ts";
import { FOCUSABLE, focusOn } from "./chats/focus.ts";
import { findChat, lastAnswer, traced, withProposals } from "./chats/read-chats.ts";
import { type Answering, createChat, refuseTooMany, saveAnswer, undoOf } from "./chats/save-answer.ts";
import { AREAS } from "./intent.ts";
import { INTENTS } from "./intents.ts";
import { ASKED_BY_MAIL, type Card, ChatMessage, Edit, MAX_SENTENCE, MAX_STEPS } from "./model.ts";
import { assistantMessages } from "./tables.ts";

/** Whatever a sentence may have changed. */
const invalidates = [
  "tasks",
  "projects",
  "projectLinks",
  "commitments",
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

/** A proposal as it was shown. */
const Shown = z.strictObject({ id: Id, inputHash: z.string().max(64) });

export const assistant = resource("assistant", {
  ask: write({
    summary:
      "Answer a question from your own data or run a command; sending and deleting wait for your approval",
    input: z.strictObject({
      text: z.string().trim().min(1, t`Say something`).max(MAX_SENTENCE),
      /** Continues this chat; without it, a new chat begins. */
      chatId: Id.optional(),
      timeZone: TimeZone.default("UTC"),
    }),
    output: z.object({ chatId: Id, question: ChatMessage, answer: ChatMessage }),
    access: "user",
    agents: "hidden",
    invalidates,
    run: async (context, { text, chatId, timeZone }) => {
      await refuseTooMany(context);
      const chat = chatId ? await findChat(context, chatId) : await createChat(context, text);
      const last = chatId ? await lastAnswer(context, chat.id) : null;
      return saveAnswer(context, chat.id, { text }, await builtInAnswer(context, { text, timeZone, last }));
    },
  }),
  focus: write({
    summary: "Begin or continue a chat with a record in focus, so that 'it' means that record",
    input: z.strictObject({ kind: z.enum(FOCUSABLE), id: Id, chatId: Id.optional() }),
    output: ChatMessage,
    access: "user",
    agents: "hidden",
    invalidates: ["assistantChats"],
    run: (context, focused) => focusOn(context, focused),
  }),
  undo: write({
    summary: "Undo what the assistant did for an answer",
    input: z.strictObject({ id: Id }),
    output: ChatMessage,
    access: "user",
    agents: "hidden",
    invalidates,
    run: async (context, { id }) => {
      const message = await lockedMessage(context, id);
      if (message.undo.length === 0 || message.undoneAt)
        throw new AppError("conflict", t`There is nothing left to undo here`);
      return onlyOne(await withProposals(context, [await undone(context, message)]));
    },
  }),
  approve: write({
    summary: "Approve what the assistant proposed to you: it runs once, exactly as shown",
    input: Shown,
    output: ChatMessage,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    secretAnswer: true,
    invalidates,
    run: (context, shown) => carryOut(context, [shown]),
  }),
  approveAll: write({
    summary: "Approve the steps that the assistant proposed in one answer: all of them run in order, or none",
    input: z.strictObject({ steps: z.array(Shown).min(1).max(MAX_STEPS) }),
    output: ChatMessage,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    secretAnswer: true,
    invalidates,
    run: (context, { steps }) => carryOut(context, steps),
  }),
  edit: write({
    summary: "Change the words, times or people of what the assistant proposed, before you approve it",
    input: Edit,
    output: ChatMessage,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async (context, edit) => {
      const { messageId } = await editProposal(context, edit);
      context.setReason(editReason(edit.changes));
      return messageOf(context, messageId);
    },
  }),
  dismiss: write({
    summary: "Dismiss what the assistant proposed; it cannot be approved anymore",
    input: z.strictObject({ id: Id }),
    output: ChatMessage,
    access: "user",
    agents: "hidden",
    run: async (context, { id }) => {
      const { messageId } = await decide(context, { id, state: "dismissed" });
      return messageOf(context, messageId);
    },
  }),
  abilities: read({
    summary: "List what the assistant understands without a language model, with an example of each",
    input: z.strictObject({}),
    output: z.object({
      abilities: z.array(z.object({ name: z.string(), area: z.enum(AREAS), example: z.string() })),
    }),
    access: "user",
    agents: "hidden",
    run: async () => ({ abilities: INTENTS.map(({ name, area, example }) => ({ name, area, example })) }),
  }),
});

/** The address of a link that was made: it is in this answer alone, and stored nowhere. */
function linkIn(output: unknown): Card[] {
  const { path = null } = (output ?? {}) as { path?: unknown };
  if (typeof path !== "string" || !path.startsWith("/shared/")) return [];
  return [{ kind: "page", id: path, title: "The link, shown only once", subtitle: path, href: path }];
}

type Row = typeof assistantMessages.$inferSelect;

/** Runs proposals of one answer as they were shown, in order; gives the answer with what may be shown once. */
async function carryOut(
  context: SignedIn,
  steps: readonly z.output<typeof Shown>[],
): Promise<z.output<typeof ChatMessage>> {
  const messageIds = new Set<string>();
  const links: Card[] = [];
  for (const { id, inputHash } of steps) {
    const proposal = await decide(context, { id, inputHash, state: "done" });
    if (!isIntact(proposal))
      throw new AppError("conflict", t`This changed since it was shown. Ask for it again`);
    const isSameSession = [context.actor.credentialId, ASKED_BY_MAIL].includes(proposal.credentialId);
    if (!isSameSession)
      throw new AppError("forbidden", t`This was proposed in another session: ask for it again here`);
    const { isTainted } = await lockedMessage(context, proposal.messageId);
    const output = await writeAs(context, isTainted ? "model" : "assistant", (own) =>
      callByName(own, proposal.capability, proposal.input),
    );
    links.push(...linkIn(output));
    messageIds.add(proposal.messageId);
    if (proposal.editedAt) context.setReason("Edited by the person before approval");
  }
  const [messageId, other] = messageIds;
  if (!messageId || other) throw new AppError("invalid", t`These steps belong to several answers`);
  await saveUndo(context, messageId);
  const message = await messageOf(context, messageId);
  return { ...message, cards: [...message.cards, ...links] };
}

async function saveUndo(context: SignedIn, messageId: string): Promise<void> {
  await context.db
    .update(assistantMessages)
    .set({ undo: sql`${JSON.stringify(await undoOf(context, { ofThisTransaction: true }))}::jsonb || undo` })
    .where(and(eq(assistantMessages.id, messageId), eq(assistantMessages.userId, context.actor.userId)));
}

async function lockedMessage({ db, actor }: SignedIn, id: string): Promise<Row> {
  const [message] = await db
    .select()
    .from(assistantMessages)
    .where(and(eq(assistantMessages.id, id), eq(assistantMessages.userId, actor.userId)))
    .for("update");
  if (!message) throw notFound(t`Answer`);
  return message;
}

async function undone(context: SignedIn, message: Row): Promise<Row> {
  for (const { capability, input } of message.undo) await callByName(context, capability, input);
  const [row] = await context.db
    .update(assistantMessages)
    .set({ undoneAt: context.now })
    .where(and(eq(assistantMessages.id, message.id), eq(assistantMessages.userId, context.actor.userId)))
    .returning();
  if (!row) throw notFound(t`Answer`);
  return row;
}

const BUILT_IN = { engine: null, isTainted: false } as const;

async function builtInAnswer(
  context: SignedIn,
  { text, timeZone, last }: { text: string; timeZone: string; last: Row | null },
): Promise<Answering> {
  if (isUndoRequest(text) && last) return undoLastAnswer(context, last);
  const reading = new ReadingTrace();
  const { proposed, isCorrection, ...result } = await answerSentence(traced(context, reading), {
    sentence: text,
    timeZone,
    previous: previousAnswerOf(last),
  });
  if (isCorrection && last) await dismissWaiting(context, last.id);
  const undo = await undoOf(context, { ofThisTransaction: true });
  const { isTainted } = reading;
  return { engine: null, isTainted, ...result, proposed: proposed ?? [], undo };
}

/** 'Undo' as a sentence undoes the last answer. An undo itself cannot be undone this way. */
async function undoLastAnswer(context: SignedIn, last: Row): Promise<Answering> {
  const understood = { intent: "assistant.undo", pendingSlots: null, reading: null };
  const base = { ...BUILT_IN, ...understood, proposed: [], undo: [] };
  if (last.undo.length === 0 || last.undoneAt) {
    const { proposals } = onlyOne(await withProposals(context, [last]));
    const isWaiting = proposals.some(({ state }) => state === "waiting");
    const text = isWaiting
      ? "Nothing was done yet: what I proposed waits for you to approve or dismiss it."
      : "There is nothing to undo.";
    return { ...base, toolCalls: [], text };
  }
  await undone(context, last);
  const toolCalls = last.undo.map(({ capability }) => ({ capability, effect: "write" as const }));
  return { ...base, toolCalls, text: "Undone." };
}

async function messageOf(context: SignedIn, id: string): Promise<ChatMessage> {
  return onlyOne(await withProposals(context, [await lockedMessage(context, id)]));
}

function onlyOne(messages: readonly ChatMessage[]): ChatMessage {
  const [message] = messages;
  if (!message) throw notFound(t`Answer`);
  return message;
}
