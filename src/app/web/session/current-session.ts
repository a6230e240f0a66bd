import type { QueryClient } from "@tanstack/react-query";
import { session } from "#features/settings/web/api.ts";
import { forgetAccount } from "#platform/client/query-client.ts";

export type CurrentSession = Awaited<ReturnType<typeof session.current.call>>;

const sessionQuery = session.current.query({});

/** Another tab may have signed somebody else in: nothing read for the last person is shown to the next. */
export const currentSession = {
  queryKey: sessionQuery.queryKey,
  queryFn: async (scope: { client: QueryClient; signal: AbortSignal }): Promise<CurrentSession> => {
    const who = await sessionQuery.queryFn(scope);
    const before = scope.client.getQueryData<CurrentSession>(sessionQuery.queryKey);
    if (before?.user && before.user.id !== who.user?.id) forgetAccount(scope.client);
    return who;
  },
};
