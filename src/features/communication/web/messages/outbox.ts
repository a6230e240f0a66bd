import { useSyncExternalStore } from "react";
import { liveStore } from "#platform/client/live-records.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import type { Attachment, MessageOnWire } from "../../model.ts";

/** What a message carries besides its text. */
export type DraftExtras = {
  readonly replyTo: { id: string; senderName: string; content: string } | null;
  readonly mentions: readonly { userId: string; name: string }[];
  readonly attachments: readonly Attachment[];
};

/**
 * A message that the server has not confirmed. Its key is the client id of the message, which makes retries safe.
 * `waiting`: the server cannot be reached, and the message is sent as soon as it can; `failed`: the server refused it.
 */
export type QueuedMessage = DraftExtras & {
  readonly key: string;
  readonly conversationId: string;
  readonly content: string;
  readonly state: "sending" | "waiting" | "failed";
};

/** What one person's outbox saves across a reload. */
export type SavedOutbox = { waiting: [string, readonly QueuedMessage[]][]; drafts: [string, Draft][] };
type Draft = DraftExtras & { readonly text: string };

type OutboxOptions = {
  deliver(waiting: QueuedMessage): Promise<MessageOnWire>;
  delivered(message: MessageOnWire): void;
  failed(reason: string | undefined): void;
  /** Where the outbox is saved across a reload; cleared at sign-out. */
  storage?: {
    load(userId: string): SavedOutbox | null;
    save(userId: string, saved: SavedOutbox): void;
    clear(): void;
  };
};

const NONE: readonly QueuedMessage[] = [];
export const NO_EXTRAS: DraftExtras = { replyTo: null, mentions: [], attachments: [] };
const EMPTY: Draft = { text: "", ...NO_EXTRAS };

/** Drafts and unconfirmed messages by conversation, kept until another user signs in. */
export class Outbox {
  readonly #parts: OutboxOptions;
  readonly #waiting = new Map<string, readonly QueuedMessage[]>();
  readonly #drafts = new Map<string, Draft>();
  /** The last attempt per conversation: the next message waits for it, so that they arrive in the order of writing. */
  readonly #tries = new Map<string, Promise<void>>();
  readonly #listeners = new Set<() => void>();
  #userId: string | null = null;

  constructor(parts: OutboxOptions) {
    this.#parts = parts;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  of = (conversationId: string): readonly QueuedMessage[] => this.#waiting.get(conversationId) ?? NONE;
  draftOf = (conversationId: string): string => this.fullDraftOf(conversationId).text;
  fullDraftOf = (conversationId: string): Draft => this.#drafts.get(conversationId) ?? EMPTY;

  /** Restores this person's drafts and messages after a reload, and sends what is unconfirmed. */
  restore(userId: string): void {
    if (this.#userId === userId) return;
    this.#userId = userId;
    const saved = this.#parts.storage?.load(userId);
    for (const [id, draft] of saved?.drafts ?? []) if (!this.#drafts.has(id)) this.#drafts.set(id, draft);
    for (const [id, waiting] of saved?.waiting ?? [])
      this.#waiting.set(id, [
        ...waiting.map((each) => (each.state === "failed" ? each : { ...each, state: "waiting" as const })),
        ...this.of(id),
      ]);
    this.publish();
    void this.flush();
  }

  setDraft(conversationId: string, text: string): void {
    this.saveDraft(conversationId, { ...this.fullDraftOf(conversationId), text });
  }

  enclose(conversationId: string, enclosed: Partial<DraftExtras>): void {
    this.saveDraft(conversationId, { ...this.fullDraftOf(conversationId), ...enclosed });
  }

  /** Shown at once. Resolves when it has arrived or failed. */
  send(conversationId: string, content: string, enclosed: DraftExtras = NO_EXTRAS): Promise<void> {
    const key = crypto.randomUUID();
    const waiting: QueuedMessage = { key, conversationId, content, ...enclosed, state: "sending" };
    // The request starts before the page renders, because rendering takes longer.
    const delivery = this.#try(waiting);
    this.#set(conversationId, [...this.of(conversationId), waiting]);
    return delivery;
  }

  retry(waiting: QueuedMessage): Promise<void> {
    this.#mark(waiting, "sending");
    return this.#try(waiting);
  }

  /** Retries waiting messages in the order of writing, once the server can be reached. */
  async flush(): Promise<void> {
    const held = [...this.#waiting.values()].flat().filter(({ state }) => state === "waiting");
    await Promise.all(held.map((each) => this.retry(each)));
  }

  /** These messages are known to have arrived, although no answer has come: they are neither shown nor sent again. */
  confirm(conversationId: string, clientIds: ReadonlySet<string>): void {
    const waiting = this.of(conversationId);
    const rest = waiting.filter(({ key }) => !clientIds.has(key));
    if (rest.length < waiting.length) this.#set(conversationId, rest);
  }

  discard({ conversationId, key }: QueuedMessage): void {
    this.#set(
      conversationId,
      this.of(conversationId).filter((each) => each.key !== key),
    );
  }

  invalidate = async (): Promise<void> => undefined;

  clear(): void {
    this.#waiting.clear();
    this.#drafts.clear();
    this.#userId = null;
    this.#parts.storage?.clear();
    this.publish();
  }

  saveDraft(conversationId: string, draft: Draft): void {
    const isEmpty = !draft.text && !draft.replyTo && draft.attachments.length === 0;
    if (isEmpty) this.#drafts.delete(conversationId);
    else this.#drafts.set(conversationId, draft);
    this.publish();
  }

  #try(waiting: QueuedMessage): Promise<void> {
    const { conversationId } = waiting;
    const before = this.#tries.get(conversationId);
    // Meanwhile it may have turned out to have arrived.
    const deliverNext = () => (this.#isQueued(waiting) ? this.#deliver(waiting) : undefined);
    const delivery = before ? before.then(deliverNext) : this.#deliver(waiting);
    const last = delivery.finally(() => {
      if (this.#tries.get(conversationId) === last) this.#tries.delete(conversationId);
    });
    this.#tries.set(conversationId, last);
    return delivery;
  }

  async #deliver(waiting: QueuedMessage): Promise<void> {
    try {
      const message = await this.#parts.deliver(waiting);
      this.discard(waiting);
      this.#parts.delivered(message);
    } catch (error) {
      if (!this.#isQueued(waiting)) return;
      const isUnreached = error instanceof ApiError && error.code === "offline";
      this.#mark(waiting, isUnreached ? "waiting" : "failed");
      this.#parts.failed(error instanceof ApiError ? error.message : undefined);
    }
  }

  #isQueued = ({ conversationId, key }: QueuedMessage): boolean =>
    this.of(conversationId).some((each) => each.key === key);

  #mark({ conversationId, key }: QueuedMessage, state: QueuedMessage["state"]): void {
    this.#set(
      conversationId,
      this.of(conversationId).map((each) => (each.key === key ? { ...each, state } : each)),
    );
  }

  #set(conversationId: string, waiting: readonly QueuedMessage[]): void {
    if (waiting.length > 0) this.#waiting.set(conversationId, waiting);
    else this.#waiting.delete(conversationId);
    this.publish();
  }

  publish(): void {
    if (this.#userId)
      this.#parts.storage?.save(this.#userId, { waiting: [...this.#waiting], drafts: [...this.#drafts] });
    for (const listener of this.#listeners) listener();
  }
}

/** An outbox that is cleared when another user signs in, and retries when the connection returns. */
export function liveOutbox(parts: OutboxOptions): Outbox {
  const outbox = liveStore("outbox", new Outbox(parts));
  window.addEventListener("online", () => void outbox.flush());
  return outbox;
}

export const useQueuedMessages = (outbox: Outbox, conversationId: string): readonly QueuedMessage[] =>
  useSyncExternalStore(outbox.subscribe, () => outbox.of(conversationId));

export const useDraft = (outbox: Outbox, conversationId: string): Draft =>
  useSyncExternalStore(outbox.subscribe, () => outbox.fullDraftOf(conversationId));
