import { isIPv6 } from "node:net";

/** What counts as one source: an IPv4 address, or the /64 that one IPv6 subscriber has (security.md D7). */
export function sourceOf(address: string | null): string {
  if (address === null) return "local";
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/s, "");
  if (!isIPv6(plain)) return plain;
  return `${groupsOf(plain).slice(0, 4).join(":")}::/64`;
}

/** All eight groups, without leading zeros and in lower case. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail = ""] = canonical.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right];
}
