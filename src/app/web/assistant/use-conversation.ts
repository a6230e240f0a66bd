import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { assistant, type ChatMessage, chats } from "../api.ts";
import { type Acknowledges, answerNext, findAnswer, stopAnswer } from "./ask-assistant.ts";
import {
  type Attached,
  asEntry,
  CONVERSATIONS,
  type Conversation,
  type Conversations,
  changeOf,
  conversationOf,
  type Entry,
  entry,
  isUnderWay,
  newConversation,
  type Sentence,
  sentence,
  show,
  takeUnanswered,
} from "./conversation.ts";

/** Messages of a chat that was opened again. */
const MAX_LOADED_MESSAGES = 100;

function beginning(): Conversations {
  const first = newConversation();
  return { current: first.visit, all: { [first.visit]: first } };
}

/** The conversation of this visit; it stays while pages change. `acknowledges` is specified for the dashboard. */
export function useConversation({ acknowledges }: { acknowledges: Acknowledges }) {
  const queries = useQueryClient();
  const { data } = useQuery<Conversations>({
    queryKey: CONVERSATIONS,
    queryFn: skipToken,
    initialData: beginning,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const { current, all } = data ?? beginning();
  const shown = all[current] ?? newConversation();
  const { visit } = shown;
  const change = changeOf(queries, visit);
  const goOn = () => void answerNext(queries, visit, acknowledges);
  return {
    ...shown,
    /** Says whether there was something to send. It is answered when those before it are. */
    send(text: string, attached: readonly Attached[] = []): boolean {
      const content = text.trim();
      if (!content) return false;
      void enqueue(queries, visit, sentence(content, attached)).then(goOn);
      return true;
    },
    stop: () => stopAnswer(visit),
    retry: (failed: Entry) => void askAgain(queries, visit, failed).then(goOn),
    ...queueOf(change, goOn),
    ...replacing(change, shown),
    /** Approves, dismisses or undoes; the answer shows the result. */
    async applyDecision(decision: ProposalDecision) {
      try {
        updateAnswer(queries, visit, await decide(decision));
      } catch (error) {
        toast.failure(t`That was not done`, error instanceof Error ? error.message : undefined);
      }
    },
    /** Changes a proposal in its card. Throws what the server refuses. */
    async edit({ id, inputHash }: Proposal, changes: Record<string, string | string[] | null>) {
      updateAnswer(queries, visit, await assistant.edit.call({ id, inputHash, changes }));
    },
    open: (chatId: string) => openChat(queries, chatId),
    startNew: () => show(queries, newConversation()),
    /** Shows after a reload what was not answered before it. */
    restore: () => void restore(queries, acknowledges),
  };
}

type Change = ReturnType<typeof changeOf>;

/** What can be done with the sentences that wait in line. */
const queueOf = (change: Change, goOn: () => void) => ({
  removeWaiting: (id: string) => {
    change((before) => ({ ...before, queue: before.queue.filter((each) => each.id !== id), editedId: null }));
    goOn();
  },
  /** While one is edited, it and those after it do not go out. */
  editWaiting: (id: string) => change((before) => ({ ...before, editedId: id })),
  saveWaiting: (id: string, text: string) => {
    change((before) => ({
      ...before,
      editedId: null,
      queue: before.queue
        .map((each) => (each.id === id ? { ...each, text: text.trim() } : each))
        .filter((each) => each.text !== ""),
    }));
    goOn();
  },
});

/** Puts one's own last sentence back into the input: what is sent next replaces it and its answer. */
const replacing = (change: Change, { entries, running, queue }: Conversation) => {
  const answer = entries.at(-1)?.message;
  const question = entries.at(-2);
  const isReplaceable = answer?.role === "assistant" && question?.message?.role === "user" && !running;
  const text = question?.content ?? "";
  return {
    /** The id of the entry that can be corrected; null if there is none. */
    replaceableId: isReplaceable && queue.length === 0 ? (question?.id ?? null) : null,
    startReplacing: () =>
      isReplaceable &&
      change((before) => ({ ...before, replaced: { questionId: question.id, answer, text } })),
    stopReplacing: () => change((before) => ({ ...before, replaced: null })),
  };
};

/** Puts a sentence at the end of the line; one that replaces another takes that one out of the chat first. */
async function enqueue(queries: QueryClient, visit: string, next: Sentence): Promise<void> {
  const change = changeOf(queries, visit);
  const { replaced, chatId } = conversationOf(queries, visit) ?? {};
  const add = () => change((before) => ({ ...before, queue: [...before.queue, next] }));
  if (!replaced || !chatId) return add();
  const { questionId, answer } = replaced;
  change((before) => ({
    ...before,
    replaced: null,
    entries: before.entries.filter(({ id }) => id !== questionId && id !== answer.id),
  }));
  try {
    const { isEmpty } = await chats.deleteLast.call({ id: chatId, questionId });
    if (isEmpty) change((before) => ({ ...before, chatId: null }));
  } catch (error) {
    toast.failure(t`The former sentence stays`, error instanceof Error ? error.message : undefined);
  }
  add();
}

/** Sends a failed sentence again, unless it was answered after all. It goes before those that wait. */
async function askAgain(queries: QueryClient, visit: string, { id, failed }: Entry): Promise<void> {
  if (!failed) return;
  const change = changeOf(queries, visit);
  if (!conversationOf(queries, visit)?.entries.some((each) => each.id === id)) return;
  const saved = await findAnswer(conversationOf(queries, visit), failed);
  change((before) => {
    // A second click while the answer was looked for.
    if (!before.entries.some((each) => each.id === id)) return before;
    if (saved?.question)
      return {
        ...before,
        chatId: saved.chatId,
        entries: before.entries.flatMap((each) =>
          each.id === failed.id && saved.question
            ? [saved.question]
            : each.id === id
              ? [saved.answer]
              : [each],
        ),
      };
    const entries = before.entries.filter((each) => each.id !== id && each.id !== failed.id);
    return { ...before, entries, queue: [failed, ...before.queue] };
  });
}

async function openChat(queries: QueryClient, chatId: string): Promise<void> {
  const { all } = queries.getQueryData<Conversations>(CONVERSATIONS) ?? beginning();
  const live = Object.values(all).find(
    (each) => each.chatId === chatId && (each.running || each.queue.length > 0),
  );
  if (live) return show(queries, live);
  try {
    show(queries, newConversation({ chatId, entries: await messagesOf(queries, chatId) }));
  } catch (error) {
    toast.failure(t`The chat could not be opened`, error instanceof Error ? error.message : undefined);
  }
}

async function messagesOf(queries: QueryClient, id: string): Promise<Entry[]> {
  const { items } = await queries.fetchQuery(chats.messages.query({ id, limit: MAX_LOADED_MESSAGES }));
  return items.toReversed().map(asEntry);
}

/** The first of what was not answered was being answered: it was, or it says that it was not; the others wait. */
async function restore(queries: QueryClient, acknowledges: Acknowledges): Promise<void> {
  // Another panel of this page is answering: nothing was lost.
  if (isUnderWay(queries)) return;
  const unanswered = takeUnanswered();
  const [first, ...queue] = unanswered?.sentences ?? [];
  if (!unanswered || !first) return;
  const saved = await findAnswer({ chatId: unanswered.chatId, entries: [] }, first);
  const chatId = saved?.chatId ?? unanswered.chatId;
  // Without a connection the questions are shown alone; the chat is in the list.
  const before = chatId ? await messagesOf(queries, chatId).catch(() => []) : [];
  const failure = [
    entry(first.text, true, { id: first.id, attached: first.attached }),
    entry(t`This was interrupted before the answer came.`, false, { failed: first }),
  ];
  const begun = newConversation();
  const entries = [...(before.length > 0 ? before : begun.entries), ...(saved ? [] : failure)];
  // Something was asked while this was looked for.
  if (isUnderWay(queries)) return;
  show(queries, { ...begun, chatId, entries, queue });
  if (saved) void answerNext(queries, begun.visit, acknowledges);
}

function updateAnswer(queries: QueryClient, visit: string, updated: ChatMessage): void {
  changeOf(
    queries,
    visit,
  )((before) => ({
    ...before,
    entries: before.entries.map((each) => (each.id === updated.id ? asEntry(updated) : each)),
    ...(before.replaced?.answer.id === updated.id && { replaced: { ...before.replaced, answer: updated } }),
  }));
  void queries.invalidateQueries({ queryKey: ["approvals"] });
}

type Proposal = ChatMessage["proposals"][number];

/** A person's decision about an answer; an approval names what was shown. */
export type ProposalDecision =
  | { act: "undo"; message: ChatMessage }
  | { act: "approveAll"; proposals: readonly Proposal[] }
  | { act: "dismissAll"; proposals: readonly Proposal[] }
  | { act: "approve" | "dismiss"; proposal: Proposal };

async function decide(decision: ProposalDecision): Promise<ChatMessage> {
  if (decision.act === "undo") return assistant.undo.call({ id: decision.message.id });
  if (decision.act === "approveAll")
    return assistant.approveAll.call({
      steps: decision.proposals.map(({ id, inputHash }) => ({ id, inputHash })),
    });
  if (decision.act === "dismissAll") {
    const [first, ...others] = decision.proposals;
    let last = await assistant.dismiss.call({ id: first?.id ?? "" });
    for (const { id } of others) last = await assistant.dismiss.call({ id });
    return last;
  }
  const { act, proposal } = decision;
  const { id, inputHash } = proposal;
  return act === "approve" ? assistant.approve.call({ id, inputHash }) : assistant.dismiss.call({ id });
}
