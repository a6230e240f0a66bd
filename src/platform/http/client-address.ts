import { BlockList, isIP } from "node:net";
import { recordUnlistedProxy } from "./unlisted-proxies.ts";

/**
 * Returns the caller's address. `X-Forwarded-For` counts only if the direct peer is a configured proxy, and then its
 * last hop that is not one. Proxies are addresses or CIDRs.
 */
export function clientAddress(trustedProxies: readonly string[]) {
  const trusted = new BlockList();
  for (const cidr of trustedProxies) {
    const [network = "", prefix] = cidr.split("/");
    const family = familyOf(network);
    trusted.addSubnet(network, Number(prefix ?? (family === "ipv6" ? 128 : 32)), family);
  }
  const isTrusted = (address: string) => trusted.check(address, familyOf(address));
  return (peer: string, header: (name: string) => string | undefined): string => {
    const direct = peer.replace(/^::ffff:/, "");
    const forwardedFor = header("x-forwarded-for");
    if (!isTrusted(direct)) recordUnlistedProxy(direct, header);
    if (!forwardedFor || !isTrusted(direct)) return direct;
    const hops = forwardedFor.split(",").map((hop) => hop.trim());
    return hops.findLast((hop) => isIP(hop) > 0 && !isTrusted(hop)) ?? direct;
  };
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
