import type { Context } from "#platform/capability/context.ts";

/**
 * The public origin of this instance; null if it is not reachable: providers push only to https URLs with a public host
 * name.
 */
export function publicOrigin({
  systemSettings,
  config,
}: Pick<Context, "systemSettings" | "config">): string | null {
  const origin = systemSettings.origin ?? config.publicUrl;
  const { protocol, hostname } = new URL(origin);
  const isLocal =
    !hostname.includes(".") || /(^|\.)(localhost|local|internal|lan|home\.arpa)$/.test(hostname);
  const isPlain = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  if (protocol !== "https:" || isLocal || isPlain) return null;
  return origin;
}
