import type { Importer, Run } from "#features/integrations/public/importer.ts";
import { providerApi } from "#features/integrations/public/provider-api.ts";
import { providerSystemOf } from "#features/integrations/public/provider-config.ts";
import { resetSyncTokens, syncConnectedCalendars } from "./sync-connected-calendars.ts";

export const eventImporter: Importer = { kind: "events", run: importProviderEvents, reset: resetSyncTokens };

async function importProviderEvents({ context, row, desk, ask, haul, only, resources, progress }: Run) {
  const { provider, id } = row;
  if (provider !== "google_calendar" && provider !== "outlook_calendar") return undefined;
  const { name, apiUrl } = providerSystemOf(desk.config, provider);
  const connection = { integrationId: id, provider, api: providerApi(ask, name, apiUrl) };
  const synced = await syncConnectedCalendars(context, connection, {
    only: only?.resource ?? null,
    onProgress: progress,
  });
  haul.removed += synced.removed;
  haul.quarantined += synced.quarantined;
  haul.isFull ||= synced.isFull;
  resources.push(...synced.calendars.map((calendar) => ({ id: calendar, latest: null })));
  if (synced.refused === 0) return undefined;
  const which = synced.refused === 1 ? "One event was" : `${synced.refused} events were`;
  return `${which} not taken by ${name}. Open ${synced.refused === 1 ? "it" : "one"} to see why.`;
}
