import { z } from "zod";

/** What everybody may know about the instance, signed in or not. */
export const SystemInfo = z.object({
  appName: z.string(),
  appDescription: z.string(),
  /** Only administrators are served. */
  maintenanceMode: z.boolean(),
});
