import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import { answerQuestion } from "./agent/answer-with-model.ts";
import { editReason } from "./approvals/edit-call.ts";
import { decide, editProposal, isIntact } from "./approvals/propose.ts";
import { callByName } from "./callable.ts";
import { lockedMessage, messageOf, onlyOne, undone } from "./chats/find-answer.ts";
import { FOCUSABLE, focusOn } from "./chats/focus.ts";
import { withProposals } from "./chats/read-chats.ts";
import { undoOf } from "./chats/save-answer.ts";
import { AREAS } from "./intent.ts";
import { INTENTS } from "./intents.ts";
import { ASKED_BY_MAIL, type Card, ChatMessage, Edit, MAX_STEPS, Question } from "./model.ts";
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
    input: Question,
    output: z.object({
      chatId: Id,
      question: ChatMessage,
      answer: ChatMessage,
      /** Why the model did not answer although there is one. */
      notice: z.string().optional(),
    }),
    access: "user",
    peopleOnly: true,
    ownTransactions: true,
    invalidates,
    run: (context, asked) => answerQuestion(context, asked),
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
