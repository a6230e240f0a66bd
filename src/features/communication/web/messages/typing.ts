import { useCallback, useSyncExternalStore } from "react";
import { liveStore } from "#platform/client/live-records.ts";
import { conversations } from "../api.ts";

type Typist = { readonly userId: string; readonly at: number };

const NO_TYPISTS: readonly Typist[] = [];
/** Without a signal for this long, a person has stopped typing. */
const TYPING_TIMEOUT_MS = 5_000;
/** Interval of typing signals. */
const PUBLISH_INTERVAL_MS = 2_500;

/** Who is typing in which conversation; entries expire within seconds. */
class TypingStore {
  readonly #typists = new Map<string, readonly Typist[]>();
  readonly #listeners = new Set<() => void>();
  lastPublished = { conversationId: "", at: 0 };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  of = (conversationId: string): readonly Typist[] => this.#typists.get(conversationId) ?? NO_TYPISTS;

  /** Receives the ephemeral event: the conversation id, then the user id. */
  async invalidate([conversationId, userId]: readonly string[]): Promise<void> {
    if (!conversationId || !userId) return;
    const typist = { userId, at: Date.now() };
    this.#set(conversationId, [...this.of(conversationId).filter((each) => each.userId !== userId), typist]);
    setTimeout(
      () =>
        this.#set(
          conversationId,
          this.of(conversationId).filter((each) => each !== typist),
        ),
      TYPING_TIMEOUT_MS,
    );
  }

  clear(): void {
    this.#typists.clear();
  }

  /** Publishes that the user is typing, at most once per interval. Failures are ignored. */
  publish(conversationId: string): void {
    const now = Date.now();
    if (
      this.lastPublished.conversationId === conversationId &&
      now - this.lastPublished.at < PUBLISH_INTERVAL_MS
    )
      return;
    this.lastPublished = { conversationId, at: now };
    // A lost typing signal does no harm.
    conversations.typing.call({ id: conversationId }).catch(() => undefined);
  }

  #set(conversationId: string, typists: readonly Typist[]): void {
    if (typists.length > 0) this.#typists.set(conversationId, typists);
    else this.#typists.delete(conversationId);
    for (const listener of this.#listeners) listener();
  }
}

export const typing = liveStore("typing", new TypingStore());

export function useTypists(conversationId: string): readonly Typist[] {
  const read = useCallback(() => typing.of(conversationId), [conversationId]);
  return useSyncExternalStore(typing.subscribe, read);
}
