import { z } from "zod";
import { Id } from "#platform/capability/wire.ts";
import { Provider } from "./model.ts";

const Connection = z.object({ userId: Id, integrationId: Id, provider: Provider });

/** An account was connected or reconnected: imports may start. */
export const AccountConnected = Connection.extend({
  /** As shown to the user; for mail and calendars the email address. */
  accountName: z.string(),
});
export const accountConnected = { name: "integrations.connected", payload: AccountConnected };

/** The tokens were deleted. `keepData`: imported data stays, as if it had been created here. */
export const AccountDisconnected = z.preprocess(
  (payload) => {
    // Queued before migration 0014.
    if (typeof payload !== "object" || payload === null || !("keepData" in payload)) return payload;
    const { keepData, ...rest } = payload;
    return { ...rest, keepData: keepData };
  },
  Connection.extend({ keepData: z.boolean() }),
);
export const accountDisconnected = { name: "integrations.disconnected", payload: AccountDisconnected };
