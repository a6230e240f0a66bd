import { z } from "zod";
import { read, resource } from "#platform/capability/capability.ts";
import { SystemInfo } from "./model.ts";

export const system = resource("system", {
  get: read({
    summary: "Get the name of this instance and whether it is closed for maintenance",
    input: z.strictObject({}),
    output: SystemInfo,
    access: "anyone",
    agents: "hidden",
    run: async ({ systemSettings: { current } }) => ({
      ...current,
      countsPages: current.googleAnalyticsId !== "",
    }),
  }),
});
