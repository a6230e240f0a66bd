import type { Importer, Run } from "#features/integrations/public/importer.ts";
import { providerApi } from "#features/integrations/public/provider-api.ts";
import { providerSystemOf } from "#features/integrations/public/provider-config.ts";
import { resetSyncTokens, syncConnectedCalendars } from "./sync/sync-connected-calendars.ts";

export const eventImporter: Importer = { kind: "events", run: bringEvents, reset: resetSyncTokens };

async function bringEvents({ context, row, desk, ask, haul, only, resources, progress }: Run) {
  const { provider, id } = row;
  if (provider !== "google_calendar" && provider !== "outlook_calendar") return undefined;
  const { name, apiUrl } = providerSystemOf(desk.config, provider);
  const connection = { integrationId: id, provider, api: providerApi(ask, name, apiUrl) };
  const brought = await syncConnectedCalendars(context, connection, {
    only: only?.resource ?? null,
    onProgress: progress,
  });
  haul.removed += brought.removed;
  haul.quarantined += brought.quarantined;
  haul.isFull ||= brought.isFull;
  resources.push(...brought.calendars.map((calendar) => ({ id: calendar, latest: null })));
  if (brought.refused === 0) return undefined;
  const which = brought.refused === 1 ? "One event was" : `${brought.refused} events were`;
  return `${which} not taken by ${name}. Open ${brought.refused === 1 ? "it" : "one"} to see why.`;
}
