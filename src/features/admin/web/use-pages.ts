import { useInfiniteQuery } from "@tanstack/react-query";
import { FAILED_TO_LOAD } from "./accounts/counters.tsx";

type Page<R> = { items: R[]; nextCursor: string | null };
type PageQuery = { text?: string; cursor?: string };
type Lister<R> = {
  call(input: PageQuery, options: { signal: AbortSignal }): Promise<Page<R>>;
};

/** The key starts with the resource, so that announcements invalidate it. */
export const pagesKey = (resource: string, text: string) => [resource, "pages", text] as const;

/** A paginated list; an announcement refetches all its pages. */
export function usePages<R>(resource: string, { call }: Lister<R>, text: string) {
  const query = useInfiniteQuery({
    queryKey: pagesKey(resource, text),
    queryFn: ({ pageParam, signal }) =>
      call({ ...(text && { text }), ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (last: Page<R>) => last.nextCursor,
    meta: { failure: FAILED_TO_LOAD },
  });
  const rows = query.data?.pages.flatMap(({ items }) => items);
  return {
    rows,
    error: query.error,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isReadingMore: query.isFetchingNextPage,
  };
}
