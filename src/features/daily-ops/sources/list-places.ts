import { locations } from "#features/settings/locations.ts";
import { LOCATION_TYPE_LABELS } from "#features/settings/model.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Place } from "../model.ts";

/** The user's places, with unique names, the primary (or oldest) one first. */
export async function listPlaces(context: SignedIn): Promise<Place[]> {
  const { items } = await locations.list(context, { limit: 200 });
  const sorted = items.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
  return sorted.map(({ name, locationType, address, latitude, longitude }) => {
    const isShared = items.some((other) => other.name === name && other.locationType !== locationType);
    const ownName = isShared ? `${name} (${LOCATION_TYPE_LABELS[locationType]})` : name;
    return { name: ownName, address, latitude, longitude };
  });
}
