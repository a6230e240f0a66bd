import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { formatAgo } from "#ui/dates.ts";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { systemSettings } from "./api.ts";
import styles from "./change-history.module.css";
import { labelOf } from "./settings-fields.ts";

type Change = Awaited<ReturnType<typeof systemSettings.changes.call>>["items"][number];

/** Who changed which settings when. */
export function ChangeHistory({ onClose }: { onClose(): void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["systemSettings", "changes", "pages"],
    queryFn: ({ pageParam, signal }) =>
      systemSettings.changes.call({ limit: 20, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
  });
  const changes = data?.pages.flatMap(({ items }) => items);
  return (
    <Dialog isOpen onClose={onClose} title="Change history" wordsOnly>
      {changes ? (
        <ol className={styles.changes}>
          {changes.length === 0 && <li className={styles.none}>Nobody has changed anything yet.</li>}
          {changes.map((change) => (
            <li key={change.id}>
              <p className={styles.who}>
                {change.userName} <span>{formatAgo(change.createdAt)}</span>
              </p>
              <ul className={styles.fields}>
                {change.changes.map((each) => (
                  <li key={each.field}>{describe(each)}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      ) : error ? (
        <ErrorState
          title="The history could not be loaded"
          message={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows count={4} />
      )}
      {hasNextPage && (
        <Button variant="default" fullWidth onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Dialog>
  );
}

function describe({ field, before, after }: Change["changes"][number]): string {
  const label = labelOf(field);
  if (typeof after === "boolean") return `${label} was switched ${after ? "on" : "off"}`;
  if (after === "set" || after === "removed") return `${label} was ${after}`;
  return `${label}: ${words(before)} → ${words(after)}`;
}

const words = (value: string | number | boolean) => (value === "" ? "empty" : `“${value}”`);
