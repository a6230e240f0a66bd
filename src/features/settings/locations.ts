import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { Location, NewLocation } from "./model.ts";
import { listLocations, restoreLocation, trashLocation } from "./read-locations.ts";
import { makePrimary, saveLocation } from "./save-locations.ts";

/** The places of one person: home, work and others that they often go to. */
export const locations = resource("locations", {
  list: read({
    summary: "List your places in the order in which you added them",
    input: z.strictObject(pageInput),
    output: pageOf(Location),
    access: "user",
    run: listLocations,
  }),
  create: write({
    summary:
      "Add a place; it replaces one of the same type and name, and a primary place replaces the former primary one",
    input: NewLocation,
    output: Location,
    example: { name: "Home", address: "12 Harbour Lane" },
    access: "user",
    run: saveLocation,
  }),
  makePrimary: write({
    summary: "Make a place the primary one",
    input: z.strictObject({ id: Id }),
    output: Location,
    access: "user",
    run: (context, { id }) => makePrimary(context, id),
  }),
  delete: destroy({
    summary: "Delete a place; it can be restored for 30 days",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    run: async (context, { id }) => {
      await trashLocation(context, id);
      context.undoWith({ capability: "locations.restore", input: { id } });
      return { id };
    },
  }),
  restore: write({
    summary: "Restore a deleted place",
    input: z.strictObject({ id: Id }),
    output: Location,
    access: "user",
    run: async (context, { id }) => {
      const restored = await restoreLocation(context, id);
      context.undoWith({ capability: "locations.delete", input: { id } });
      return restored;
    },
  }),
});
