import { systemOf } from "#features/integrations/public/find-system.ts";
import type { Importer, Run } from "#features/integrations/public/importer.ts";
import { outsideApi } from "#features/integrations/public/outside-api.ts";
import { forgetPlaces, syncConnectedCalendars } from "./sync-connected.ts";

export const eventImporter: Importer = { kind: "events", run: bringEvents, reset: forgetPlaces };

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
