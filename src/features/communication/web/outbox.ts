import { useSyncExternalStore } from "react";
import { liveStore } from "#platform/client/live-records.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import type { MessageOnWire } from "../model.ts";

/** A message that the server has not confirmed. Its key makes every further try the same message. */
export type Waiting = {
  readonly key: string;
  readonly conversationId: string;
  readonly content: string;
  readonly state: "sending" | "failed";
};

type Parts = {
  deliver(waiting: Waiting): Promise<MessageOnWire>;
  delivered(message: MessageOnWire): void;
  failed(reason: string | undefined): void;
};

const NONE: readonly Waiting[] = [];

/** What was typed and what is on its way, by conversation; kept until the page is left or somebody else signs in. */
export class Outbox {
  readonly #parts: Parts;
  readonly #waiting = new Map<string, readonly Waiting[]>();
  readonly #drafts = new Map<string, string>();
  /** The last try of each conversation: the next message waits for it, so that they arrive in the order of writing. */
  readonly #tries = new Map<string, Promise<void>>();
  readonly #listeners = new Set<() => void>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  of = (conversationId: string): readonly Waiting[] => this.#waiting.get(conversationId) ?? NONE;
  draftOf = (conversationId: string): string => this.#drafts.get(conversationId) ?? "";

  setDraft(conversationId: string, text: string): void {
    if (text) this.#drafts.set(conversationId, text);
    else this.#drafts.delete(conversationId);
    this.#tell();
  }

  /** Shown at once. Resolves when it has arrived or failed. */
  send(conversationId: string, content: string): Promise<void> {
    const waiting: Waiting = { key: crypto.randomUUID(), conversationId, content, state: "sending" };
    this.#set(conversationId, [...this.of(conversationId), waiting]);
    return this.#try(waiting);
  }

  retry(waiting: Waiting): Promise<void> {
    this.#mark(waiting, "sending");
    return this.#try(waiting);
  }

  discard({ conversationId, key }: Waiting): void {
    this.#set(
      conversationId,
      this.of(conversationId).filter((each) => each.key !== key),
    );
  }

  hear = async (): Promise<void> => undefined;

  forget(): void {
    this.#waiting.clear();
    this.#drafts.clear();
    this.#tell();
  }

  #try(waiting: Waiting): Promise<void> {
    const { conversationId } = waiting;
    const before = this.#tries.get(conversationId) ?? Promise.resolve();
    const tried = before.then(() => this.#deliver(waiting));
    this.#tries.set(conversationId, tried);
    return tried;
  }

  async #deliver(waiting: Waiting): Promise<void> {
    try {
      const message = await this.#parts.deliver(waiting);
      this.discard(waiting);
      this.#parts.delivered(message);
    } catch (error) {
      this.#mark(waiting, "failed");
      this.#parts.failed(error instanceof ApiError ? error.message : undefined);
    }
  }

  #mark({ conversationId, key }: Waiting, state: Waiting["state"]): void {
    this.#set(
      conversationId,
      this.of(conversationId).map((each) => (each.key === key ? { ...each, state } : each)),
    );
  }

  #set(conversationId: string, waiting: readonly Waiting[]): void {
    if (waiting.length > 0) this.#waiting.set(conversationId, waiting);
    else this.#waiting.delete(conversationId);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** An outbox that is emptied when another person signs in. */
export const liveOutbox = (parts: Parts): Outbox => liveStore("outbox", new Outbox(parts));

export const useWaiting = (outbox: Outbox, conversationId: string): readonly Waiting[] =>
  useSyncExternalStore(outbox.subscribe, () => outbox.of(conversationId));

export const useDraft = (outbox: Outbox, conversationId: string): string =>
  useSyncExternalStore(outbox.subscribe, () => outbox.draftOf(conversationId));
