import { expect, test } from "vitest";
import { NEVER_SYNCED } from "../model.ts";
import type { Integration } from "./api.ts";
import { isUnderWay, syncStatusText } from "./sync-status-text.ts";

const slack = {
  ...{ ...NEVER_SYNCED, id: "1", provider: "slack", type: "messaging", status: "connected", version: 1 },
  ...{ accountName: "ada at Aldermoor", autoSync: true, lastSync: null, lastError: null, dataKinds: [] },
  ...{ connectedAt: "2026-03-01T09:00:00.000Z", createdAt: "2026-03-01T09:00:00.000Z", isConfigured: true },
} as Integration;
const at = "2026-03-01T09:30:00.000Z";

test.each([
  [{}, "Not synced yet."],
  [{ lastSync: at }, /^Up to date as of .+\.$/],
  [{ lastSync: at, hasPush: true }, "Up to date. Changes arrive immediately."],
  [{ lastSync: at, hasPush: true, autoSync: false }, /^Up to date as of .+\.$/],
  [{ syncState: "queued" }, "Waiting to start."],
  [{ syncState: "running" }, "Syncing."],
  [{ syncState: "running", syncDone: 1200, syncTotal: 4810 }, "Syncing 1,200 of 4,810."],
  [
    { syncState: "running", syncDone: 240, syncStep: 2, syncSteps: 14 },
    "Syncing conversation 2 of 14, 240 so far.",
  ],
  [{ type: "calendar", syncState: "running", syncStep: 1, syncSteps: 3 }, "Syncing calendar 1 of 3."],
  [{ syncState: "waiting", waitUntil: at }, /^Next attempt at \d{1,2}:\d\d/],
  [{ syncState: "waiting" }, "Will be retried automatically."],
  [{ syncState: "needs_you", lastError: "Slack refused." }, "Action needed: Slack refused."],
  [{ status: "disconnected" }, "Not connected."],
] as [Partial<Integration>, string | RegExp][])(
  "INT-15: a connection that is %j shows its status",
  (now, text) => {
    const connection = { ...slack, ...now };
    expect(syncStatusText(connection)).toMatch(text);
    expect(isUnderWay(connection)).toBe(now.syncState === "running" || now.syncState === "queued");
  },
);
