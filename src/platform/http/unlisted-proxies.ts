import { isGlobalAddress } from "#platform/outbound/global-address.ts";

const FORWARDING = ["x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-host", "x-forwarded-proto"];
const MAX_PROXIES = 5;

/** Since the program started. */
const seen = new Set<string>();

/**
 * Records a proxy that TRUSTED_PROXIES does not name: a neighbour that forwards another client's request. Its
 * forwarding headers are not trusted, so everybody behind it who is not signed in counts as one caller, with a larger
 * allowance, until an administrator names it.
 */
export function recordUnlistedProxy(peer: string, headers: (name: string) => string | undefined): void {
  if (seen.size >= MAX_PROXIES || seen.has(peer) || isGlobalAddress(peer)) return;
  if (FORWARDING.some((name) => headers(name) !== undefined)) seen.add(peer);
}

/** The recorded addresses; the administrators' health page shows what to set. */
export const unlistedProxies = (): string[] => [...seen];

/** The factor by which limits are raised for an address that many people share. */
export const SHARED_ALLOWANCE = 10;

/** Whether this is the address of an unlisted proxy, behind which people cannot be told apart. */
export const isSharedAddress = (address: string | null): boolean => address !== null && seen.has(address);
