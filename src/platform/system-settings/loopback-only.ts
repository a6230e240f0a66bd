import type { Config } from "#platform/config/config.ts";
import { isLoopback } from "#platform/config/config.ts";
import { isLoopbackAddress } from "#platform/http/local-request.ts";
import type { SystemSettings } from "./system-settings.ts";

type ListenAddress = Pick<Config, "host" | "publicUrl">;

/**
 * Whether only the machine itself is meant to reach this instance, by its configuration and the administrators'
 * settings.
 */
export const isLoopbackOnly = (
  { host, publicUrl }: ListenAddress,
  { origin }: Pick<SystemSettings, "origin">,
) => isLoopback(host) && isLoopbackAddress(publicUrl) && (origin === null || isLoopbackAddress(origin));
