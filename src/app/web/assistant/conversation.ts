import type { QueryClient } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import type { ChatMessage } from "../api.ts";
import type { PartialAnswer } from "./stream-answer.ts";

/** A document attached to a sentence. */
export type Attached = { id: string; title: string };

/** One bubble; `message` is a stored one with its details, `failed` a sentence that got no answer. */
export type Entry = {
  id: string;
  content: string;
  isUser: boolean;
  message?: ChatMessage;
  /** Why the built-in engine answered although there is a model. */
  notice?: string;
  attached?: readonly Attached[];
  /** For a failure: the sentence that can be asked again. */
  failed?: Sentence;
};

/** What was typed, and when: by that it is found again if its answer was lost on its way. */
export type Sentence = { id: string; text: string; attached: readonly Attached[]; sentAt: number };

/** The sentence that is being answered. */
export type Running = { sentence: Sentence; isAcknowledged: boolean; partial: PartialAnswer | null };

/** A former sentence whose question and answer the next one replaces. */
export type Replaced = { questionId: string; answer: ChatMessage; text: string };

export type Conversation = {
  /** A new id for each chat that is begun or opened; a late answer is added only to its own chat. */
  visit: string;
  chatId: string | null;
  entries: readonly Entry[];
  running: Running | null;
  /** Typed while an answer came, in their order. */
  queue: readonly Sentence[];
  /** The sentence of the queue that is being edited: it and those after it wait. */
  editedId: string | null;
  replaced: Replaced | null;
};

/** All conversations of this tab that are shown or still get answers. */
export type Conversations = { current: string; all: Readonly<Record<string, Conversation>> };

const GREETING = t`Good morning! I'm your AI executive assistant. How can I help you be more productive today?`;

export const entry = (content: string, isUser: boolean, more: Partial<Entry> = {}): Entry => ({
  id: crypto.randomUUID(),
  content,
  isUser,
  ...more,
});

export const sentence = (text: string, attached: readonly Attached[]): Sentence => ({
  id: crypto.randomUUID(),
  text,
  attached,
  sentAt: Date.now(),
});

export const asEntry = (message: ChatMessage): Entry => ({
  id: message.id,
  content: message.content,
  isUser: message.role === "user",
  message,
  attached: message.attachments,
});

export const newConversation = (more: Partial<Conversation> = {}): Conversation => ({
  visit: crypto.randomUUID(),
  chatId: null,
  entries: [entry(GREETING, false)],
  running: null,
  queue: [],
  editedId: null,
  replaced: null,
  ...more,
});

export const CONVERSATIONS = ["conversations of the assistant"];

/** Changes one conversation, wherever it is shown. */
export type Change = (next: (before: Conversation) => Conversation) => void;

export const changeOf =
  (queries: QueryClient, visit: string): Change =>
  (next) => {
    queries.setQueryData<Conversations>(CONVERSATIONS, (before) => {
      const conversation = before?.all[visit];
      if (!before || !conversation) return before;
      const changed = { ...before, all: { ...before.all, [visit]: next(conversation) } };
      saveUnanswered(changed);
      return changed;
    });
  };

/** Shows a conversation; others that wait for nothing are no longer needed. */
export function show(queries: QueryClient, shown: Conversation): void {
  queries.setQueryData<Conversations>(CONVERSATIONS, (before) => {
    const others = Object.values(before?.all ?? {}).filter(
      ({ visit, running, queue }) => visit !== shown.visit && (running !== null || queue.length > 0),
    );
    const all = Object.fromEntries([...others, shown].map((each) => [each.visit, each]));
    const next = { current: shown.visit, all };
    saveUnanswered(next);
    return next;
  });
}

export const conversationOf = (queries: QueryClient, visit: string): Conversation | undefined =>
  queries.getQueryData<Conversations>(CONVERSATIONS)?.all[visit];

/** Whether any conversation of this page waits for an answer. */
export const isUnderWay = (queries: QueryClient): boolean =>
  Object.values(queries.getQueryData<Conversations>(CONVERSATIONS)?.all ?? {}).some(
    ({ running, queue }) => running !== null || queue.length > 0,
  );

const STORE = "assistant: not answered yet";
let userId: string | null = null;

/** Whose sentences are stored from now on; sign-out clears the store of the tab. */
export const setOwner = (id: string): void => {
  userId = id;
};

/** What a reload must not lose: the sentences of the shown chat that have no answer yet. */
type Unanswered = { chatId: string | null; sentences: readonly Sentence[] };

function saveUnanswered({ current, all }: Conversations): void {
  const shown = all[current];
  const sentences = [...(shown?.running ? [shown.running.sentence] : []), ...(shown?.queue ?? [])];
  try {
    if (!shown || sentences.length === 0) sessionStorage.removeItem(STORE);
    else sessionStorage.setItem(STORE, JSON.stringify({ userId, chatId: shown.chatId, sentences }));
  } catch {
    // Storage is full or not allowed: they last as long as the page.
  }
}

/** What was not answered when this person left the page; null if all was. It is taken once. */
export function takeUnanswered(): Unanswered | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORE) ?? "null") as
      | (Unanswered & { userId: string })
      | null;
    sessionStorage.removeItem(STORE);
    return stored?.userId === userId ? stored : null;
  } catch {
    // Storage is not allowed: nothing was saved.
    return null;
  }
}
