import type { Context } from "#platform/capability/context.ts";

/**
 * Where other systems reach this instance; null where they cannot: providers tell of changes at https addresses of the
 * internet only.
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
