import { t } from "#i18n/message.ts";
import { formatNumber } from "#platform/numbers/format-number.ts";
import { formatAgo, formatTime } from "#ui/dates.ts";
import type { Integration } from "./api.ts";

export function syncStatusText(integration: Integration) {
  const { status, syncState, waitUntil, lastError } = integration;
  if (syncState === "running") return progressText(integration);
  if (syncState === "queued") return t`Waiting to start.`;
  if (syncState === "needs_you")
    return lastError === null ? t`Action needed: please connect again.` : t`Action needed: ${lastError}`;
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
  const done = formatNumber(syncDone);
  const hasAny = syncDone > 0;
  if (syncStep === null || syncSteps === null) return hasAny ? t`Syncing, ${done} so far.` : t`Syncing.`;
  if (type === "calendar")
    return hasAny
      ? t`Syncing calendar ${syncStep} of ${syncSteps}, ${done} so far.`
      : t`Syncing calendar ${syncStep} of ${syncSteps}.`;
  return hasAny
    ? t`Syncing conversation ${syncStep} of ${syncSteps}, ${done} so far.`
    : t`Syncing conversation ${syncStep} of ${syncSteps}.`;
}

export const isUnderWay = ({ syncState }: Pick<Integration, "syncState">) =>
  syncState === "running" || syncState === "queued";
