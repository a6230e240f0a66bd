import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { toast } from "#ui/overlays/toast.ts";
import { assistant, type ChatMessage, chats } from "../api.ts";
import { previousArea } from "./previous-area.ts";
import { type PartialAnswer, streamAnswer } from "./stream-answer.ts";

/** One bubble; `message` is an answer with its cards, `retry` a sentence that got no answer. */
export type Entry = {
  id: string;
  content: string;
  isUser: boolean;
  message?: ChatMessage;
  /** Why the built-in engine answered although there is a model. */
  notice?: string;
  attached?: readonly Attached[];
  retry?: string;
  retryWith?: readonly string[];
};
/** A document attached to the next sentence. */
export type Attached = { id: string; title: string };
type Conversation = {
  /** A new id for each chat that is begun or opened, so that a late answer is added only to its own chat. */
  visit: string;
  chatId: string | null;
  entries: readonly Entry[];
  isWaiting: boolean;
  /** The part of the streamed answer that is shown. */
  partialAnswer: PartialAnswer | null;
};

/** Stops the streamed answer; nothing of it is saved. */
let stopAnswer: AbortController | null = null;

const CONVERSATION = ["conversation"];
const GREETING = t`Good morning! I'm your AI executive assistant. How can I help you be more productive today?`;
const ACKNOWLEDGEMENT = t`I understand your request. Let me help you with that right away.`;
/** Milliseconds until a message is acknowledged. */
const ACKNOWLEDGED_AFTER = 1000;
/** Messages of a chat that was opened again. */
const MAX_LOADED_MESSAGES = 100;

const entry = (content: string, isUser: boolean, more: Partial<Entry> = {}): Entry => ({
  id: crypto.randomUUID(),
  content,
  isUser,
  ...more,
});

const beginning = (): Conversation => ({
  visit: crypto.randomUUID(),
  chatId: null,
  entries: [entry(GREETING, false)],
  isWaiting: false,
  partialAnswer: null,
});

const asEntry = (message: ChatMessage): Entry => ({
  id: message.id,
  content: message.content,
  isUser: message.role === "user",
  message,
  attached: message.attachments,
});

/** When the acknowledgement is shown: specified for the dashboard, elsewhere only while an answer is slow. */
type Acknowledges = "always" | "when slow";

/** The conversation of this visit; it stays while pages change. `acknowledges` is specified for the dashboard. */
export function useConversation({ acknowledges }: { acknowledges: Acknowledges }) {
  const queries = useQueryClient();
  const { data = beginning() } = useQuery<Conversation>({
    queryKey: CONVERSATION,
    queryFn: skipToken,
    initialData: beginning,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const change = changeIn(queries);
  const ask = (text: string, documentIds: readonly string[]) =>
    void askAssistant(queries, { text, documentIds }, acknowledges);
  return {
    ...data,
    /** Says whether there was something to send. */
    send(text: string, attached: readonly Attached[] = []): boolean {
      const content = text.trim();
      if (!content) return false;
      change((before) => ({ ...before, entries: [...before.entries, entry(content, true, { attached })] }));
      ask(
        content,
        attached.map(({ id }) => id),
      );
      return true;
    },
    stop: () => stopAnswer?.abort(),
    retry(failed: Entry) {
      change((before) => ({ ...before, entries: before.entries.filter(({ id }) => id !== failed.id) }));
      if (failed.retry) ask(failed.retry, failed.retryWith ?? []);
    },
    /** Approves, dismisses or undoes; the answer shows the result. */
    async applyDecision(decision: ProposalDecision) {
      try {
        const updated = await decide(decision);
        change((before) => ({
          ...before,
          entries: before.entries.map((each) => (each.id === updated.id ? asEntry(updated) : each)),
        }));
      } catch (error) {
        toast.failure(t`That was not done`, error instanceof Error ? error.message : undefined);
      }
    },
    async open(chatId: string) {
      try {
        const { items } = await queries.fetchQuery(
          chats.messages.query({ id: chatId, limit: MAX_LOADED_MESSAGES }),
        );
        change(() => ({ ...beginning(), chatId, entries: items.toReversed().map(asEntry) }));
      } catch (error) {
        toast.failure(t`The chat could not be opened`, error instanceof Error ? error.message : undefined);
      }
    },
    startNew: () => change(() => beginning()),
  };
}

type Change = (next: (before: Conversation) => Conversation) => void;

const changeIn =
  (queries: QueryClient): Change =>
  (next) =>
    void queries.setQueryData<Conversation>(CONVERSATION, (before) => before && next(before));

/** Asks, acknowledges meanwhile, shows the answer as it comes, and adds it when it is whole. */
async function askAssistant(
  queries: QueryClient,
  question: Omit<Question, "chatId">,
  acknowledges: Acknowledges,
): Promise<void> {
  const change = changeIn(queries);
  change((before) => ({ ...before, isWaiting: true, partialAnswer: null }));
  const { chatId, visit } = queries.getQueryData<Conversation>(CONVERSATION) ?? {};
  const changeHere: Change = (next) => change((before) => (before.visit === visit ? next(before) : before));
  let isAnswered = false;
  const acknowledged = new Promise<void>((done) =>
    setTimeout(() => {
      if (acknowledges === "always" || !isAnswered)
        changeHere((before) => ({
          ...before,
          entries: [...before.entries, entry(ACKNOWLEDGEMENT, false)],
        }));
      done();
    }, ACKNOWLEDGED_AFTER),
  );
  const result = await answerTo({ ...question, chatId: chatId ?? null }, (partial) => {
    isAnswered = true;
    changeHere((before) => ({ ...before, partialAnswer: partial }));
  });
  isAnswered = true;
  if (acknowledges === "always") await acknowledged;
  changeHere((before) => ({
    ...before,
    chatId: result.chatId ?? before.chatId,
    entries: [...before.entries, result.entry],
    isWaiting: false,
    partialAnswer: null,
  }));
  void queries.invalidateQueries({ queryKey: ["assistantChats"] });
}

/** A person's decision about an answer; an approval names what was shown. */
export type ProposalDecision =
  | { act: "undo"; message: ChatMessage }
  | { act: "approveAll"; proposals: ChatMessage["proposals"] }
  | { act: "approve" | "dismiss"; proposal: ChatMessage["proposals"][number] };

const decide = (decision: ProposalDecision) => {
  if (decision.act === "undo") return assistant.undo.call({ id: decision.message.id });
  if (decision.act === "approveAll")
    return assistant.approveAll.call({
      steps: decision.proposals.map(({ id, inputHash }) => ({ id, inputHash })),
    });
  const { id, inputHash } = decision.proposal;
  return decision.act === "approve"
    ? assistant.approve.call({ id, inputHash })
    : assistant.dismiss.call({ id });
};

type Question = { text: string; documentIds: readonly string[]; chatId: string | null };

async function answerTo(
  { text, documentIds, chatId }: Question,
  onPartial: (partial: PartialAnswer) => void,
) {
  const stopped = new AbortController();
  stopAnswer = stopped;
  const again = { retry: text, retryWith: documentIds };
  try {
    const page = previousArea();
    const question = { text, timeZone: readerTimeZone(), page, documentIds, ...(chatId && { chatId }) };
    const result = await streamAnswer(question, { signal: stopped.signal, onPartial });
    if (!result) return { chatId: null, entry: entry(t`Stopped. Nothing was saved.`, false, again) };
    const { notice, answer } = result;
    return { chatId: result.chatId, entry: { ...asEntry(answer), ...(notice && { notice }) } };
  } catch (error) {
    const reason = error instanceof ApiError ? error.message : t`Something went wrong`;
    return { chatId: null, entry: entry(reason, false, again) };
  }
}
