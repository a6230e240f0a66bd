import { formatTime } from "#ui/dates.ts";
import type { Integration } from "./api.ts";

/** Where a connection's synchronisation stands, as it is. */
export function stateWords({ status, syncState, syncDone, syncTotal, waitUntil, lastError }: Integration) {
  if (syncState === "running")
    return syncTotal === null ? `Syncing, ${syncDone} so far.` : `Syncing ${syncDone} of ${syncTotal}.`;
  if (syncState === "queued") return "Waiting for its turn.";
  if (syncState === "needs_you") return `Needs you: ${lastError ?? "please connect again."}`;
  if (syncState === "waiting")
    return waitUntil ? `Tried again at ${formatTime(new Date(waitUntil))}.` : "Tried again by itself.";
  return status === "connected" ? "Up to date." : "Not connected.";
}

export const isUnderWay = ({ syncState }: Pick<Integration, "syncState">) =>
  syncState === "running" || syncState === "queued";
