import type { userLocations } from "./tables.ts";

type NewLocation = typeof userLocations.$inferInsert;

export const aLocation = (fields: Partial<NewLocation> & Pick<NewLocation, "userId">): NewLocation => ({
  locationType: "home",
  name: "Home",
  address: "12 Harbour Lane, Aldermoor",
  ...fields,
});
