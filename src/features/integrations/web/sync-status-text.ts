import { formatNumber } from "#platform/numbers/format-number.ts";
import { formatAgo, formatTime } from "#ui/dates.ts";
import type { Integration } from "./api.ts";

export function syncStatusText(integration: Integration) {
  const { status, syncState, waitUntil, lastError } = integration;
  if (syncState === "running") return progressText(integration);
  if (syncState === "queued") return "Waiting to start.";
  if (syncState === "needs_you") return `Action needed: ${lastError ?? "please connect again."}`;
  if (syncState === "waiting")
    return waitUntil
      ? `Next attempt at ${formatTime(new Date(waitUntil))}.`
      : "Will be retried automatically.";
  if (status !== "connected") return "Not connected.";
  if (integration.hasPush && integration.autoSync) return "Up to date. Changes arrive immediately.";
  return integration.lastSync ? `Up to date as of ${formatAgo(integration.lastSync)}.` : "Not synced yet.";
}

function progressText({ type, syncDone, syncTotal, syncStep, syncSteps }: Integration): string {
  if (syncTotal !== null) return `Syncing ${formatNumber(syncDone)} of ${formatNumber(syncTotal)}.`;
  const so = syncDone > 0 ? `, ${formatNumber(syncDone)} so far` : "";
  if (syncStep === null || syncSteps === null) return `Syncing${so}.`;
  return `Syncing ${type === "calendar" ? "calendar" : "conversation"} ${syncStep} of ${syncSteps}${so}.`;
}

export const isUnderWay = ({ syncState }: Pick<Integration, "syncState">) =>
  syncState === "running" || syncState === "queued";
