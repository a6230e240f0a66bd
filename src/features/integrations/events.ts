import { z } from "zod";
import { Id } from "#platform/capability/wire.ts";
import { Provider } from "./model.ts";

const Connection = z.object({ userId: Id, integrationId: Id, provider: Provider });

/** Somebody connected an account, or connected it again: what it brings may begin. */
export const AccountConnected = Connection.extend({
  /** As the person knows it: of mail and calendars its address. */
  accountName: z.string(),
});
export const accountConnected = { name: "integrations.connected", payload: AccountConnected };

/** Its tokens are gone. `keepsData`: what it brought stays here, as if it had been made here. */
export const AccountDisconnected = Connection.extend({ keepsData: z.boolean() });
export const accountDisconnected = { name: "integrations.disconnected", payload: AccountDisconnected };
