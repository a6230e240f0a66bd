import { isLoopback } from "#platform/config/config.ts";

/** What a proxy says of itself or of whom it speaks for; one of these and the request is not the machine's own. */
const FORWARDED =
  /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.+|true-client-ip|cf-.+|fly-client-ip|fastly-client-ip|x-envoy-.+|x-azure-.+|cdn-loop)$/i;

/**
 * Whether the request was made on the machine itself: from loopback, to a name of loopback, with no sign of a proxy between.
 * A proxy on the same machine is not the machine itself.
 */
export function isLocalRequest(peer: string, { url, headers }: Pick<Request, "url" | "headers">): boolean {
  if (!isLoopback(peer.replace(/^::ffff:/i, "")) || !isLoopbackAddress(url)) return false;
  return [...headers.keys()].every((name) => !FORWARDED.test(name));
}

/** Whether an address such as http://127.0.0.1:3000 leads to the machine itself. */
export function isLoopbackAddress(url: string): boolean {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, "");
  return host !== undefined && isLoopback(host);
}
