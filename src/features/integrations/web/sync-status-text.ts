import { t } from "#i18n/message.ts";
import { formatNumber } from "#platform/numbers/format-number.ts";
import { formatAgo, formatTime } from "#ui/dates.ts";
import type { Integration } from "./api.ts";

export function syncStatusText(integration: Integration) {
  const { status, syncState, waitUntil, lastError } = integration;
  if (syncState === "running") return progressText(integration);
  if (syncState === "queued") return t`Waiting to start.`;
  if (syncState === "needs_you") return `Action needed: ${lastError ?? "please connect again."}`;
  if (syncState === "waiting")
    return waitUntil
      ? t`Next attempt at ${formatTime(new Date(waitUntil))}.`
      : t`Will be retried automatically.`;
  if (status !== "connected") return t`Not connected.`;
  if (integration.hasPush && integration.autoSync) return t`Up to date. Changes arrive immediately.`;
  return integration.lastSync ? t`Up to date as of ${formatAgo(integration.lastSync)}.` : t`Not synced yet.`;
}

function progressText({ type, syncDone, syncTotal, syncStep, syncSteps }: Integration): string {
  if (syncTotal !== null) return t`Syncing ${formatNumber(syncDone)} of ${formatNumber(syncTotal)}.`;
  const so = syncDone > 0 ? t`, ${formatNumber(syncDone)} so far` : "";
  if (syncStep === null || syncSteps === null) return `Syncing${so}.`;
  return `Syncing ${type === "calendar" ? "calendar" : "conversation"} ${syncStep} of ${syncSteps}${so}.`;
}

export const isUnderWay = ({ syncState }: Pick<Integration, "syncState">) =>
  syncState === "running" || syncState === "queued";
