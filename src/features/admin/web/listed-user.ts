import type { adminUsers } from "./api.ts";

export type ListedUser = Awaited<ReturnType<typeof adminUsers.list.call>>["items"][number];
