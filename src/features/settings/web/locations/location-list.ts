import { t } from "#i18n/message.ts";
import { locations } from "../api.ts";

/** All places of the person: there are at most fifty. */
export const LOCATION_LIST = {
  ...locations.list.query({ limit: 200 }),
  meta: { failure: t`Failed to load locations` },
};

export type ListedLocation = Awaited<ReturnType<typeof locations.list.call>>["items"][number];
