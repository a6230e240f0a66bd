import type { QueryClient } from "@tanstack/react-query";
import { session } from "#features/settings/web/api.ts";
import { forgetAccount } from "#platform/client/query-client.ts";

export type WhoIsHere = Awaited<ReturnType<typeof session.current.call>>;

const asked = session.current.query({});

/** Another tab may have signed somebody else in: nothing read for the last person is shown to the next. */
export const whoIsHere = {
  queryKey: asked.queryKey,
  queryFn: async (scope: { client: QueryClient; signal: AbortSignal }): Promise<WhoIsHere> => {
    const who = await asked.queryFn(scope);
    const before = scope.client.getQueryData<WhoIsHere>(asked.queryKey);
    if (before?.user && before.user.id !== who.user?.id) forgetAccount(scope.client);
    return who;
  },
};
