import { isLoopback } from "#platform/config/config.ts";

/** Headers that proxies add; a request with one of these does not count as made on the machine itself. */
const FORWARDED =
  /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.+|true-client-ip|cf-.+|fly-client-ip|fastly-client-ip|x-envoy-.+|x-azure-.+|cdn-loop)$/i;

/**
 * Whether the request was made on the machine itself: from loopback, to a loopback name, without a sign of a proxy.
 * Requests through a proxy on the same machine do not count.
 */
export function isLocalRequest(peer: string, { url, headers }: Pick<Request, "url" | "headers">): boolean {
  if (!isLoopback(peer.replace(/^::ffff:/i, "")) || !isLoopbackAddress(url)) return false;
  return [...headers.keys()].every((name) => !FORWARDED.test(name));
}

/** Whether a URL such as http://127.0.0.1:3000 leads to the machine itself. */
export function isLoopbackAddress(url: string): boolean {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, "");
  return host !== undefined && isLoopback(host);
}
