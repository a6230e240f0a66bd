import type { QueryClient } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { assistant, type ChatMessage, chats } from "../api.ts";
import {
  asEntry,
  type Change,
  type Conversation,
  changeOf,
  conversationOf,
  type Entry,
  entry,
  type Sentence,
} from "./conversation.ts";
import { previousArea } from "./previous-area.ts";
import { recordToSend, setSent } from "./record-in-focus.ts";
import { type PartialAnswer, streamAnswer } from "./stream-answer.ts";

/** When the acknowledgement is shown: specified for the dashboard, elsewhere only while an answer is slow. */
export type Acknowledges = "always" | "when slow";

/** Milliseconds until a sentence is acknowledged, and until the answer takes its place at the earliest. */
const ACKNOWLEDGED_AFTER = 1000;
const ACKNOWLEDGED_FOR = 1200;

/** Stops the streamed answers, by conversation; nothing of a stopped one is saved. */
const stops = new Map<string, AbortController>();
export const stopAnswer = (visit: string): void => stops.get(visit)?.abort();

const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/**
 * Answers the next sentence of a conversation that waits in line, and then the ones after it: one at a time, each under
 * its question, whatever became of the one before.
 */
export async function answerNext(
  queries: QueryClient,
  visit: string,
  acknowledges: Acknowledges,
): Promise<void> {
  const before = conversationOf(queries, visit);
  const [next, ...queue] = before?.queue ?? [];
  if (!before || before.running || !next || before.editedId === next.id) return;
  const change = changeOf(queries, visit);
  change((now) => ({
    ...now,
    queue,
    entries: [...now.entries, entry(next.text, true, { id: next.id, attached: next.attached })],
    running: { sentence: next, isAcknowledged: false, partial: null },
  }));
  await answerOne(queries, { visit, sentence: next, change, acknowledges });
  void queries.invalidateQueries({ queryKey: ["assistantChats"] });
  void answerNext(queries, visit, acknowledges);
}

type Asked = { visit: string; sentence: Sentence; change: Change; acknowledges: Acknowledges };

async function answerOne(
  queries: QueryClient,
  { visit, sentence, change, acknowledges }: Asked,
): Promise<void> {
  let isDone = false;
  const acknowledge = (isAcknowledged: boolean) =>
    change((now) =>
      now.running?.sentence.id === sentence.id
        ? { ...now, running: { ...now.running, isAcknowledged } }
        : now,
    );
  const acknowledged = pause(ACKNOWLEDGED_AFTER).then(() => {
    if (acknowledges === "when slow" && isDone) return;
    acknowledge(true);
    return pause(ACKNOWLEDGED_FOR);
  });
  const onPartial = (partial: PartialAnswer) => {
    isDone = true;
    change((now) =>
      now.running ? { ...now, running: { ...now.running, partial, isAcknowledged: false } } : now,
    );
  };
  const result = await answerTo(queries, { visit, sentence, onPartial });
  isDone = true;
  // The dashboard's acknowledgement is specified (DASH-40): it is seen before the answer takes its place.
  if (acknowledges === "always") await acknowledged;
  change((now) => ({
    ...now,
    chatId: result.chatId ?? now.chatId,
    entries: [
      ...now.entries.map((each) => (each.id === sentence.id && result.question ? result.question : each)),
      result.answer,
    ],
    running: null,
  }));
}

type Answered = { chatId: string | null; question?: Entry; answer: Entry };

async function answerTo(
  queries: QueryClient,
  {
    visit,
    sentence,
    onPartial,
  }: { visit: string; sentence: Sentence; onPartial(partial: PartialAnswer): void },
): Promise<Answered> {
  const stopped = new AbortController();
  stops.set(visit, stopped);
  const failure = (reason: string): Answered => ({
    chatId: null,
    answer: entry(reason, false, { failed: sentence }),
  });
  try {
    const chatId = await withFocus(queries, visit);
    const { text, attached } = sentence;
    const question = {
      ...{
        text,
        timeZone: readerTimeZone(),
        page: previousArea(),
        documentIds: attached.map(({ id }) => id),
      },
      ...(chatId && { chatId }),
    };
    const result = await streamAnswer(question, { signal: stopped.signal, onPartial });
    if (!result) return failure(t`Stopped. Nothing was saved.`);
    return answeredBy(result.chatId, result);
  } catch (error) {
    const isLost = error instanceof ApiError && (error.code === "offline" || GATEWAY.has(error.status));
    const saved = isLost ? await awaitAnswer(conversationOf(queries, visit), sentence) : null;
    if (saved) return saved;
    if (isLost && error.code === "offline")
      return failure(t`The connection was lost before the answer came.`);
    return failure(error instanceof ApiError ? error.message : t`Something went wrong`);
  } finally {
    stops.delete(visit);
  }
}

const answeredBy = (
  chatId: string,
  { question, answer, notice }: { question: ChatMessage; answer: ChatMessage; notice?: string },
): Answered => ({
  chatId,
  question: asEntry(question),
  answer: { ...asEntry(answer), ...(notice && { notice }) },
});

/** Begins with what is on screen where the panel was opened over it: 'it' then means that. */
async function withFocus(queries: QueryClient, visit: string): Promise<string | null> {
  const { chatId = null } = conversationOf(queries, visit) ?? {};
  const record = recordToSend(visit);
  if (!record) return chatId;
  try {
    const focused = await assistant.focus.call({ ...record, ...(chatId && { chatId }) });
    setSent(visit, record);
    changeOf(
      queries,
      visit,
    )((now) => ({
      ...now,
      chatId: focused.chatId,
      entries: [...now.entries.slice(0, -1), asEntry(focused), ...now.entries.slice(-1)],
    }));
    return focused.chatId;
  } catch (error) {
    // What is on screen was deleted meanwhile, or is not loaded yet: the sentence is asked without it.
    if (error instanceof ApiError && error.code === "not_found") return chatId;
    throw error;
  }
}

/** Statuses of a proxy whose server is not there. */
const GATEWAY = new Set([502, 503, 504]);
/** Milliseconds by which the clocks of the browser and the server may differ. */
const CLOCK_TOLERANCE = 60_000;

/** Milliseconds after which a lost answer is searched for: the server may still be at it. */
const SEARCHED_AFTER = [300, 1500];

/** As `findAnswer`, now and a little later. */
async function awaitAnswer(known: Known | undefined, asked: Sentence): Promise<Answered | null> {
  for (const delay of SEARCHED_AFTER) {
    await pause(delay);
    const found = await findAnswer(known, asked);
    if (found) return found;
  }
  return null;
}

type Known = Pick<Conversation, "chatId" | "entries">;

/**
 * The newest exchange of the chat, if it answers this sentence although its answer did not arrive, because the connection
 * or the server broke in the middle: asking again would do the same twice. Null if it does not, or that is not known.
 */
export async function findAnswer(
  known: Known | undefined,
  { text, sentAt }: Sentence,
): Promise<Answered | null> {
  try {
    const id = known?.chatId ?? (await chats.list.call({ limit: 1 })).items[0]?.id;
    if (!id) return null;
    const { items } = await chats.messages.call({ id, limit: 2 });
    const [answer, question] = items;
    const isNew = !known?.entries.some((each) => each.id === question?.id);
    const isSame = question?.role === "user" && question.content === text && answer?.role === "assistant";
    if (!isSame || !isNew || Date.parse(question.createdAt) < sentAt - CLOCK_TOLERANCE) return null;
    return answeredBy(id, { question, answer });
  } catch (error) {
    // The question then says that it has no answer, and asking again looks once more.
    if (error instanceof ApiError) return null;
    throw error;
  }
}
