import type { Importer, Run } from "#features/integrations/public/importer.ts";
import { providerApi } from "#features/integrations/public/provider-api.ts";
import { providerSystemOf } from "#features/integrations/public/provider-config.ts";
import { resetSyncTokens, syncConnectedCalendars } from "./sync-connected-calendars.ts";

export const eventImporter: Importer = { kind: "events", run: importProviderEvents, reset: resetSyncTokens };

async function importProviderEvents({
  context,
  row,
  connectionContext,
  sendRequest,
  counts,
  only,
  resources,
  progress,
}: Run) {
  const { provider, id } = row;
  if (provider !== "google_calendar" && provider !== "outlook_calendar") return undefined;
  const { name, apiUrl } = providerSystemOf(connectionContext.config, provider);
  const connection = { integrationId: id, provider, api: providerApi(sendRequest, name, apiUrl) };
  const synced = await syncConnectedCalendars(context, connection, {
    only: only?.resource ?? null,
    onProgress: progress,
  });
  counts.removed += synced.removed;
  counts.quarantined += synced.quarantined;
  counts.isFull ||= synced.isFull;
  resources.push(...synced.calendars.map((calendar) => ({ id: calendar, latest: null })));
  if (synced.refused === 0) return undefined;
  const refusedText = synced.refused === 1 ? "One event was" : `${synced.refused} events were`;
  return `${refusedText} not taken by ${name}. Open ${synced.refused === 1 ? "it" : "one"} to see why.`;
}
