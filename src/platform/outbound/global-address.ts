import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * What is not global unicast, by the IANA registries of special-purpose addresses (RFC 6890 and later): this host,
 * private and shared networks, link-local, documentation, benchmarks, relays, multicast, reserved.
 */
const SPECIAL_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
];

/** Global IPv6 addresses are in 2000::/3; special ranges within it carry an IPv4 address or lead nowhere. */
const GLOBAL_IPV6 = "2000::/3";
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

const specialIpv4 = networks(SPECIAL_IPV4);
const globalIpv6 = networks([GLOBAL_IPV6]);
const specialIpv6 = networks(SPECIAL_IPV6);

/** True for an address of the public internet. An IPv4 address written as IPv6 is none. */
export function isGlobalAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return globalIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
}

/** Returns a check whether an address is one of these addresses or in one of these CIDR ranges. */
export function networkMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = networks(ranges);
  return (address) => list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}

function networks(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", bits] = range.split("/");
    const family = isIPv4(network) ? "ipv4" : "ipv6";
    list.addSubnet(network, bits === undefined ? (family === "ipv4" ? 32 : 128) : Number(bits), family);
  }
  return list;
}
