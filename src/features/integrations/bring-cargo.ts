import { syncConnectedCalendars } from "#features/calendar/sync-connected.ts";
import { inside } from "#platform/capability/inside.ts";
import { bringContacts } from "./bring-contacts.ts";
import { bringMail } from "./bring-mail.ts";
import { bringMessages } from "./bring-messages.ts";
import { systemOf } from "./find-system.ts";
import { freshAccess } from "./fresh-access.ts";
import { keepPushChannels } from "./keep-push-channels.ts";
import { askWith, ofPerson } from "./keep-tokens.ts";
import { CARGO_OF, type Cargo, isWished } from "./model.ts";
import { outsideApi } from "./outside-api.ts";
import { ProviderError } from "./providers/provider.ts";
import type { Run } from "./sync-integration.ts";
import { integrations } from "./tables.ts";

/** What each kind of cargo is brought by; each may answer what else there is to say about it. */
const BRINGERS: Record<Cargo, (run: Run) => Promise<string | undefined>> = {
  mail: bringMail,
  events: bringEvents,
  messages: bringMessages,
  contacts: bringContacts,
};

/** Everything that the person wants from this connection. */
export async function bringCargo(run: Run): Promise<string | undefined> {
  const { row, only } = run;
  if (!only) await reachAccount(run);
  const said: string[] = [];
  for (const cargo of CARGO_OF[row.provider]) {
    if (!isWished(row, cargo)) continue;
    const more = await BRINGERS[cargo](run);
    if (more) said.push(more);
  }
  if (!only) await keepPushChannels(run);
  return said.length > 0 ? said.join(" ") : undefined;
}

async function bringEvents({ context, row, desk, ask, haul, only, resources, progress }: Run) {
  const { provider, id } = row;
  if (provider !== "google_calendar" && provider !== "outlook_calendar") return undefined;
  const { name, apiUrl } = systemOf(desk.config, provider);
  const connection = { integrationId: id, provider, api: outsideApi(ask, name, apiUrl) };
  const brought = await syncConnectedCalendars(context, connection, {
    only: only?.resource ?? null,
    tell: progress,
  });
  haul.removed += brought.removed;
  haul.quarantined += brought.quarantined;
  haul.isFull ||= brought.isFull;
  resources.push(...brought.calendars.map((calendar) => ({ id: calendar, latest: null })));
  if (brought.refused === 0) return undefined;
  const which = brought.refused === 1 ? "One event was" : `${brought.refused} events were`;
  return `${which} not taken by ${name}. Open ${brought.refused === 1 ? "it" : "one"} to see why.`;
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
