import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/toast.ts";
import { assistant, type ChatMessage, chats } from "../api.ts";
import { ownTimeZone } from "../dashboard/own-time-zone.ts";

/** What is shown as one bubble; `message` is an answer with its cards, `retry` what was not answered. */
export type Entry = { id: string; content: string; isUser: boolean; message?: ChatMessage; retry?: string };
type Conversation = { chatId: string | null; entries: readonly Entry[]; isWaiting: boolean };

const CONVERSATION = ["conversation"];
const GREETING =
  "Good morning! I'm your AI executive assistant. How can I help you be more productive today?";
const ACKNOWLEDGEMENT = "I understand your request. Let me help you with that right away.";
/** Milliseconds until a message is acknowledged. */
const ACKNOWLEDGED_AFTER = 1000;
/** Messages of a chat that was opened again. */
const SHOWN_AT_ONCE = 100;

const entry = (content: string, isUser: boolean, more: Partial<Entry> = {}): Entry => ({
  id: crypto.randomUUID(),
  content,
  isUser,
  ...more,
});

const beginning = (): Conversation => ({ chatId: null, entries: [entry(GREETING, false)], isWaiting: false });

const asEntry = (message: ChatMessage): Entry => ({
  id: message.id,
  content: message.content,
  isUser: message.role === "user",
  message,
});

/** The conversation of this visit; it stays while pages change. `acknowledges` is specified for the dashboard. */
export function useConversation({ acknowledges }: { acknowledges: "always" | "when slow" }) {
  const queries = useQueryClient();
  const { data = beginning() } = useQuery<Conversation>({
    queryKey: CONVERSATION,
    queryFn: skipToken,
    initialData: beginning,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const change = (next: (before: Conversation) => Conversation) =>
    queries.setQueryData<Conversation>(CONVERSATION, (before) => before && next(before));
  const append = (...added: Entry[]) =>
    change((before) => ({ ...before, entries: [...before.entries, ...added] }));

  const ask = async (text: string) => {
    change((before) => ({ ...before, isWaiting: true }));
    const { chatId } = queries.getQueryData<Conversation>(CONVERSATION) ?? {};
    let isAnswered = false;
    const acknowledged = new Promise<void>((done) =>
      setTimeout(() => {
        if (acknowledges === "always" || !isAnswered) append(entry(ACKNOWLEDGEMENT, false));
        done();
      }, ACKNOWLEDGED_AFTER),
    );
    const answered = await answerTo(text, chatId ?? null);
    isAnswered = true;
    if (acknowledges === "always") await acknowledged;
    change((before) => ({
      chatId: answered.chatId ?? before.chatId,
      entries: [...before.entries, answered.entry],
      isWaiting: false,
    }));
    void queries.invalidateQueries({ queryKey: ["assistantChats"] });
  };

  return {
    ...data,
    /** Says whether there was something to send. */
    send(text: string): boolean {
      const content = text.trim();
      if (!content) return false;
      append(entry(content, true));
      void ask(content);
      return true;
    },
    retry(failed: Entry) {
      change((before) => ({ ...before, entries: before.entries.filter(({ id }) => id !== failed.id) }));
      if (failed.retry) void ask(failed.retry);
    },
    /** Approves, dismisses or takes back; the answer shows what became of it. */
    async settle(act: "approve" | "dismiss" | "undo", message: ChatMessage) {
      const id = act === "undo" ? message.id : message.proposal?.id;
      if (!id) return;
      try {
        const settled = await assistant[act].call({ id });
        change((before) => ({
          ...before,
          entries: before.entries.map((each) => (each.id === settled.id ? asEntry(settled) : each)),
        }));
      } catch (error) {
        toast.failure("That was not done", error instanceof Error ? error.message : undefined);
      }
    },
    async open(chatId: string) {
      const { items } = await queries.fetchQuery(chats.messages.query({ id: chatId, limit: SHOWN_AT_ONCE }));
      change(() => ({ chatId, entries: items.toReversed().map(asEntry), isWaiting: false }));
    },
    begin: () => change(beginning),
  };
}

async function answerTo(text: string, chatId: string | null) {
  try {
    const input = { text, timeZone: ownTimeZone(), ...(chatId && { chatId }) };
    const { chatId: kept, answer } = await assistant.ask.call(input);
    return { chatId: kept, entry: asEntry(answer) };
  } catch (error) {
    const reason = error instanceof ApiError ? error.message : "Something went wrong";
    return { chatId: null, entry: entry(reason, false, { retry: text }) };
  }
}
