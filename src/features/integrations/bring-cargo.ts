import { syncConnectedCalendars } from "#features/calendar/sync-connected.ts";
import { inside } from "#platform/capability/inside.ts";
import { bringContacts } from "./bring-contacts.ts";
import { bringMessages } from "./bring-messages.ts";
import { mailSyncAsked } from "./events.ts";
import { systemOf } from "./find-system.ts";
import { freshAccess } from "./fresh-access.ts";
import { askWith, ofPerson } from "./keep-tokens.ts";
import { CARGO_OF, type Cargo, isWished } from "./model.ts";
import { outsideApi } from "./outside-api.ts";
import { ProviderError } from "./providers/provider.ts";
import type { Run } from "./sync-integration.ts";
import { integrations } from "./tables.ts";

/** What each kind of cargo is brought by. */
const BRINGERS: Partial<Record<Cargo, (run: Run) => Promise<void>>> = {
  events: bringEvents,
  messages: bringMessages,
  contacts: bringContacts,
};

/** Everything that the person wants from this connection; answers what else there is to say about it. */
export async function bringCargo(run: Run): Promise<string | undefined> {
  await reachAccount(run);
  const { row, context } = run;
  for (const cargo of CARGO_OF[row.provider]) {
    if (!isWished(row, cargo)) continue;
    await BRINGERS[cargo]?.(run);
    if (cargo === "mail")
      await inside(context, "write", (own) =>
        own.tell(mailSyncAsked, { userId: row.userId, integrationId: row.id, provider: row.provider }),
      );
  }
  return undefined;
}

async function bringEvents({ context, row, desk, ask, haul, progress }: Run): Promise<void> {
  const { provider, id } = row;
  if (provider !== "google_calendar" && provider !== "outlook_calendar") return;
  const { name, apiUrl } = systemOf(desk.config, provider);
  const connection = { integrationId: id, provider, api: outsideApi(ask, name, apiUrl) };
  const brought = await syncConnectedCalendars(context, connection, (stored) => progress(stored));
  haul.removed += brought.removed;
  haul.quarantined += brought.quarantined;
  haul.isFull ||= brought.isFull;
}

/** Whose account it is, each time: it may have been renamed there. */
async function reachAccount({ desk, row, context }: Run): Promise<void> {
  const system = systemOf(desk.config, row.provider);
  const held = await freshAccess(desk, row.provider);
  const account = await system.account(askWith(desk), held).catch(async (error: unknown) => {
    if (!(error instanceof ProviderError) || error.fault !== "refused") throw error;
    return system.account(askWith(desk), await freshAccess(desk, row.provider, { stale: held.accessToken }));
  });
  if (account.name === row.accountName) return;
  await inside(context, "write", ({ db }) =>
    db.update(integrations).set({ accountName: account.name }).where(ofPerson(row.userId, row.provider)),
  );
}
