import type { Actor } from "#platform/capability/actor.ts";

/** The context of a request before a capability runs. */
export type Edge = {
  Variables: {
    requestId: string;
    /** The caller's address, or the one that a trusted proxy vouches for. */
    address: string;
    /** True where it was made on the machine itself, with no proxy between. */
    isLocal: boolean;
    actor: Actor | null;
    /** Counts this many more requests against the rate limit; throws `rate_limited` beyond it. */
    countRequests(more: number): void;
    /** Nonce for the style elements of this response. */
    nonce: string;
  };
};
