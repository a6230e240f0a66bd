import { session } from "#features/settings/web/api.ts";

export type WhoIsHere = Awaited<ReturnType<typeof session.current.call>>;

export const whoIsHere = session.current.query({});
