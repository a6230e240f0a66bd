import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { type Area, SWITCHED_OFF } from "./model.ts";

/** The user's settings; throws if the user has switched the area off. */
export async function requireArea(context: SignedIn, area: Area) {
  const settings = await dailyOpsSettings.get(context, {});
  if (!settings[area]) throw new AppError("invalid", SWITCHED_OFF[area]);
  return settings;
}
