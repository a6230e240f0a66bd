import { resourceClient } from "#platform/client/resource-client.ts";

export const documents = resourceClient<typeof import("../documents.ts").documents>("documents");
export const uploads = resourceClient<typeof import("../uploads.ts").uploads>("uploads");

export type Sharing = Awaited<ReturnType<typeof documents.sharing.call>>;
export type KeyDate = Awaited<ReturnType<typeof documents.keyDates.call>>["dates"][number];
