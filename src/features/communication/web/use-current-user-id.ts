import { useQuery } from "@tanstack/react-query";
import { session } from "#features/settings/web/api.ts";

/** The id of who is signed in; the shell has read it already. */
export function useCurrentUserId(): string | undefined {
  const { queryKey, queryFn } = session.current.query({});
  return useQuery({ queryKey, queryFn }).data?.user?.id;
}
