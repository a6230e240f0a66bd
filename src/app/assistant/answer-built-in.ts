import type { SignedIn } from "#platform/capability/context.ts";
import { ReadingTrace } from "#platform/capability/reading-trace.ts";
import { answerSentence, isUndoRequest, previousAnswerOf } from "./answer-sentence.ts";
import { dismissWaiting } from "./approvals/propose.ts";
import { onlyOne, undone } from "./chats/find-answer.ts";
import { findChat, lastAnswer, traced, withProposals } from "./chats/read-chats.ts";
import {
  type Answering,
  createChat,
  type Exchange,
  refuseTooMany,
  saveAnswer,
  undoOf,
} from "./chats/save-answer.ts";
import type { Question } from "./model.ts";
import type { assistantMessages } from "./tables.ts";

type Row = typeof assistantMessages.$inferSelect;

/** Answers without a model and saves the answer, all in the transaction of the context. */
export async function answerBuiltIn(
  context: SignedIn,
  { text, chatId, timeZone }: Question,
): Promise<Exchange> {
  await refuseTooMany(context);
  const chat = chatId ? await findChat(context, chatId) : await createChat(context, text);
  const last = chatId ? await lastAnswer(context, chat.id) : null;
  return saveAnswer(context, chat.id, { text }, await builtInAnswer(context, { text, timeZone, last }));
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
