import { useCallback, useSyncExternalStore } from "react";
import type { presence as verbs } from "#platform/presence/presence.ts";
import { liveStore } from "./live-records.ts";
import { resourceClient } from "./resource-client.ts";
import { retryTransientErrors } from "./retry-transient-errors.ts";

/** The verbs of `presence`; `presence.list.query({})` reads who is online. */
export const presence = resourceClient<typeof verbs>("presence");

type Presence = Awaited<ReturnType<typeof presence.list.call>>["people"][number];

/** Many people come and go at once: changes within this time are requested together. */
const GATHER_MS = 300;
const MAX_PER_REQUEST = 200;

/** The presence of the people on this screen. Any number of dots costs one request. */
class PresenceCache {
  #known = new Map<string, Presence>();
  pending = new Set<string>();
  #isFetching = false;
  readonly #listeners = new Map<string, Set<() => void>>();

  get = (userId: string): Presence | undefined => this.#known.get(userId);

  subscribe(userId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(userId) ?? new Set();
    // The cached state may have changed while nobody was subscribed.
    if (listeners.size === 0) this.enqueue([userId], 0);
    this.#listeners.set(userId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(userId);
    };
  }

  async invalidate(ids: readonly string[]): Promise<void> {
    const subscribed = [...this.#listeners.keys()];
    this.enqueue(ids.length > 0 ? subscribed.filter((id) => ids.includes(id)) : subscribed, GATHER_MS);
  }

  clear(): void {
    this.#known.clear();
    this.pending.clear();
  }

  enqueue(userIds: readonly string[], afterMs: number): void {
    for (const userId of userIds) this.pending.add(userId);
    if (this.pending.size === 0 || this.#isFetching) return;
    this.#isFetching = true;
    setTimeout(() => void this.#fetch(), afterMs);
  }

  async #fetch(): Promise<void> {
    this.#isFetching = false;
    const userIds = [...this.pending].slice(0, MAX_PER_REQUEST);
    for (const userId of userIds) this.pending.delete(userId);
    this.enqueue([], 0);
    if (userIds.length === 0) return;
    // Without an answer the dots stay as they are; the next announcement or a new stream asks again.
    const answer = await retryTransientErrors(() => presence.list.call({ userIds })).catch(() => null);
    if (!answer) return;
    for (const userId of userIds) {
      const person = answer.people.find((each) => each.userId === userId);
      if (person) this.#known.set(userId, person);
      else this.#known.delete(userId);
      for (const listener of this.#listeners.get(userId) ?? []) listener();
    }
  }
}

const presenceStore = liveStore("presence", new PresenceCache());

/**
 * A person's presence, kept current while shown; undefined until loaded, and for people whose presence is not visible.
 */
export function usePresence(userId: string): Presence | undefined {
  const subscribe = useCallback(
    (listener: () => void) => presenceStore.subscribe(userId, listener),
    [userId],
  );
  return useSyncExternalStore(subscribe, () => presenceStore.get(userId));
}
