import { useQuery } from "@tanstack/react-query";
import { session } from "#features/settings/web/api.ts";

/** The id of the signed-in user; the shell has already loaded it. */
export function useCurrentUserId(): string | undefined {
  const { queryKey, queryFn } = session.current.query({});
  return useQuery({ queryKey, queryFn }).data?.user?.id;
}
