import type { Slice } from "#platform/capability/slice.ts";
import { emails } from "./emails.ts";
import { deliverMail, purgeTrash } from "./jobs.ts";
import { emailRoutes } from "./routes.ts";
import { templates } from "./templates.ts";

export const email: Slice = {
  name: "email",
  resources: [emails, templates],
  jobs: [deliverMail, purgeTrash],
  routes: emailRoutes,
};
