import { useSyncExternalStore } from "react";
import { liveStore } from "#platform/client/live-records.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import type { Attachment, MessageOnWire } from "../../model.ts";

/** What goes with the words of a message. */
export type DraftExtras = {
  readonly replyTo: { id: string; senderName: string; content: string } | null;
  readonly mentions: readonly { userId: string; name: string }[];
  readonly attachments: readonly Attachment[];
};

/**
 * A message that the server has not confirmed. Its key makes every further try the same message. `waiting`: the server
 * cannot be reached, and it leaves by itself as soon as it can; `failed`: the server would not have it.
 */
export type QueuedMessage = DraftExtras & {
  readonly key: string;
  readonly conversationId: string;
  readonly content: string;
  readonly state: "sending" | "waiting" | "failed";
};

/** What outlasts a reload of the page, of one person. */
export type SavedOutbox = { waiting: [string, readonly QueuedMessage[]][]; drafts: [string, Draft][] };
type Draft = DraftExtras & { readonly text: string };

type OutboxOptions = {
  deliver(waiting: QueuedMessage): Promise<MessageOnWire>;
  delivered(message: MessageOnWire): void;
  failed(reason: string | undefined): void;
  /** Where it is kept while the page is loaded again; nothing outlives a sign-out. */
  storage?: {
    load(userId: string): SavedOutbox | null;
    save(userId: string, saved: SavedOutbox): void;
    clear(): void;
  };
};

const NONE: readonly QueuedMessage[] = [];
export const NO_EXTRAS: DraftExtras = { replyTo: null, mentions: [], attachments: [] };
const EMPTY: Draft = { text: "", ...NO_EXTRAS };

/** What was typed and what is on its way, by conversation; kept until somebody else signs in. */
export class Outbox {
  readonly #parts: OutboxOptions;
  readonly #waiting = new Map<string, readonly QueuedMessage[]>();
  readonly #drafts = new Map<string, Draft>();
  /** The last try of each conversation: the next message waits for it, so that they arrive in the order of writing. */
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
  draftOf = (conversationId: string): string => this.whole(conversationId).text;
  whole = (conversationId: string): Draft => this.#drafts.get(conversationId) ?? EMPTY;

  /** Brings back what this person had written before the page was loaded again, and sends what was on its way. */
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
    this.#tell();
    void this.flush();
  }

  setDraft(conversationId: string, text: string): void {
    this.#keep(conversationId, { ...this.whole(conversationId), text });
  }

  enclose(conversationId: string, enclosed: Partial<DraftExtras>): void {
    this.#keep(conversationId, { ...this.whole(conversationId), ...enclosed });
  }

  /** Shown at once. Resolves when it has arrived or failed. */
  send(conversationId: string, content: string, enclosed: DraftExtras = NO_EXTRAS): Promise<void> {
    const key = crypto.randomUUID();
    const waiting: QueuedMessage = { key, conversationId, content, ...enclosed, state: "sending" };
    // On its way before the page draws it: drawing takes longer than handing it to the network.
    const tried = this.#try(waiting);
    this.#set(conversationId, [...this.of(conversationId), waiting]);
    return tried;
  }

  retry(waiting: QueuedMessage): Promise<void> {
    this.#mark(waiting, "sending");
    return this.#try(waiting);
  }

  /** The server can be reached again: what waits leaves, in the order of writing. */
  async flush(): Promise<void> {
    const held = [...this.#waiting.values()].flat().filter(({ state }) => state === "waiting");
    await Promise.all(held.map((each) => this.retry(each)));
  }

  discard({ conversationId, key }: QueuedMessage): void {
    this.#set(
      conversationId,
      this.of(conversationId).filter((each) => each.key !== key),
    );
  }

  invalidate = async (): Promise<void> => undefined;

  forget(): void {
    this.#waiting.clear();
    this.#drafts.clear();
    this.#userId = null;
    this.#parts.storage?.clear();
    this.#tell();
  }

  #keep(conversationId: string, draft: Draft): void {
    const isEmpty = !draft.text && !draft.replyTo && draft.attachments.length === 0;
    if (isEmpty) this.#drafts.delete(conversationId);
    else this.#drafts.set(conversationId, draft);
    this.#tell();
  }

  #try(waiting: QueuedMessage): Promise<void> {
    const { conversationId } = waiting;
    const before = this.#tries.get(conversationId);
    const tried = before ? before.then(() => this.#deliver(waiting)) : this.#deliver(waiting);
    const last = tried.finally(() => {
      if (this.#tries.get(conversationId) === last) this.#tries.delete(conversationId);
    });
    this.#tries.set(conversationId, last);
    return tried;
  }

  async #deliver(waiting: QueuedMessage): Promise<void> {
    try {
      const message = await this.#parts.deliver(waiting);
      this.discard(waiting);
      this.#parts.delivered(message);
    } catch (error) {
      const isUnreached = error instanceof ApiError && error.code === "offline";
      this.#mark(waiting, isUnreached ? "waiting" : "failed");
      this.#parts.failed(error instanceof ApiError ? error.message : undefined);
    }
  }

  #mark({ conversationId, key }: QueuedMessage, state: QueuedMessage["state"]): void {
    this.#set(
      conversationId,
      this.of(conversationId).map((each) => (each.key === key ? { ...each, state } : each)),
    );
  }

  #set(conversationId: string, waiting: readonly QueuedMessage[]): void {
    if (waiting.length > 0) this.#waiting.set(conversationId, waiting);
    else this.#waiting.delete(conversationId);
    this.#tell();
  }

  #tell(): void {
    if (this.#userId)
      this.#parts.storage?.save(this.#userId, { waiting: [...this.#waiting], drafts: [...this.#drafts] });
    for (const listener of this.#listeners) listener();
  }
}

/** An outbox that is emptied when another person signs in, and tries again when the connection comes back. */
export function liveOutbox(parts: OutboxOptions): Outbox {
  const outbox = liveStore("outbox", new Outbox(parts));
  window.addEventListener("online", () => void outbox.flush());
  return outbox;
}

export const useQueuedMessages = (outbox: Outbox, conversationId: string): readonly QueuedMessage[] =>
  useSyncExternalStore(outbox.subscribe, () => outbox.of(conversationId));

export const useDraft = (outbox: Outbox, conversationId: string): Draft =>
  useSyncExternalStore(outbox.subscribe, () => outbox.whole(conversationId));
