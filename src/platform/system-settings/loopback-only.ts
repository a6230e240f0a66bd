import type { Config } from "#platform/config/config.ts";
import { isLoopback } from "#platform/config/config.ts";
import { isLoopbackAddress } from "#platform/http/local-request.ts";
import type { SystemSettings } from "./system-settings.ts";

type ListenAddress = Pick<Config, "host" | "publicUrl">;

/** Whether nobody but the machine itself is meant to reach this instance, by what it is told and what administrators set. */
export const isLoopbackOnly = (
  { host, publicUrl }: ListenAddress,
  { origin }: Pick<SystemSettings, "origin">,
) => isLoopback(host) && isLoopbackAddress(publicUrl) && (origin === null || isLoopbackAddress(origin));
