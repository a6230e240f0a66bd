import { resourceClient } from "#platform/client/resource-client.ts";

export const tasks = resourceClient<typeof import("../tasks.ts").tasks>("tasks");
export const projects = resourceClient<typeof import("../projects.ts").projects>("projects");
