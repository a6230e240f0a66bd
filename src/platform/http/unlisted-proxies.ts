import { isGlobalAddress } from "#platform/outbound/global-address.ts";

const FORWARDING = ["x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-host", "x-forwarded-proto"];
const MOST = 5;

/** Since the program started. */
const seen = new Set<string>();

/**
 * Notes a proxy that TRUSTED_PROXIES does not name: a neighbour that forwards somebody else's request. What it says of them is
 * not believed, so everybody behind it who is not signed in counts as one caller, with a larger allowance, until an
 * administrator names it.
 */
export function recordUnlistedProxy(peer: string, headers: (name: string) => string | undefined): void {
  if (seen.size >= MOST || seen.has(peer) || isGlobalAddress(peer)) return;
  if (FORWARDING.some((name) => headers(name) !== undefined)) seen.add(peer);
}

/** Their addresses; the administrators' health page says what to set. */
export const unlistedProxies = (): string[] => [...seen];

/** What many people share one address for: as many times as much as one caller gets. */
export const SHARED_ALLOWANCE = 10;

/** Whether people who are not told apart come from this address: that of a proxy which is not named. */
export const isSharedAddress = (address: string | null): boolean => address !== null && seen.has(address);
