import type { QueryClient } from "@tanstack/react-query";
import { session } from "#features/settings/web/api.ts";
import { clearAccountData } from "#platform/client/query-client.ts";
import { clockOf, setClock } from "./session-clock.ts";
import { travelChoice } from "./travel-choice.ts";

export type CurrentSession = Awaited<ReturnType<typeof session.current.call>>;

const sessionQuery = session.current.query({});

/** Another tab may have signed in somebody else: data loaded for one account is never shown to the next. */
export const currentSession = {
  queryKey: sessionQuery.queryKey,
  queryFn: async (scope: { client: QueryClient; signal: AbortSignal }): Promise<CurrentSession> => {
    const session = await sessionQuery.queryFn(scope);
    const before = scope.client.getQueryData<CurrentSession>(sessionQuery.queryKey);
    if (before?.user && before.user.id !== session.user?.id) clearAccountData(scope.client);
    // Before what waits for this answer asks the server with the zone.
    setClock(clockOf(session.user, travelChoice(session.user?.timeZone)));
    return session;
  },
};
