import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { ErrorState } from "../feedback/error-state.tsx";
import { Button } from "../inputs/button.tsx";
import { Text } from "../layout/text.tsx";
import { toast } from "../overlays/toast.ts";
import { useFailureReport } from "../overlays/use-failure-report.ts";
import styles from "./loaded-list.module.css";

/** What is read of a list that is loaded in pages. */
export type PagedList = {
  ids: readonly string[];
  phase: "loading" | "ready" | "failed";
  hasMore: boolean;
  more(): unknown;
};

type LoadedListProps = {
  list: PagedList;
  /** The title of the error, and its toast. */
  failure: string;
  /** In place of that toast. */
  onFailure?(): void;
  /** In place of a list that is being read. */
  loading: ReactNode;
  /** In place of a list without records. */
  empty: ReactNode;
  children: ReactNode;
};

/** A list of records as its state demands: loading, failed with a way to retry, empty, or `children`. */
export function LoadedList({ list, failure, onFailure, loading, empty, children }: LoadedListProps) {
  const { ids, phase, more } = list;
  useFailureReport(phase === "failed", onFailure ?? (() => toast.failure(failure)));
  if (ids.length > 0) return children;
  if (phase === "loading") return loading;
  if (phase === "ready") return empty;
  return (
    <ErrorState title={failure} message={t`Nothing is lost. Please try again.`} onRetry={() => void more()} />
  );
}

const LOADING = {
  documents: t`Loading more documents …`,
  emails: t`Loading more emails …`,
  tasks: t`Loading more tasks …`,
};

/** The last line of a list that reads its next page by itself. */
export const ListEnd = ({ list, noun }: { list: PagedList; noun: keyof typeof LOADING }) => (
  <Text size="label" tone="soft" textAlign="center" className={styles.end}>
    {list.phase === "failed" ? (
      <Button variant="default" onClick={() => void list.more()}>
        {t`Try again`}
      </Button>
    ) : (
      list.hasMore && LOADING[noun]
    )}
  </Text>
);

const MORE = {
  projects: t`Show more projects`,
  templates: t`Show more templates`,
  workspaces: t`Show more workspaces`,
};

/** Below a list that reads its next page when asked. */
export const ShowMore = ({ list, noun }: { list: PagedList; noun: keyof typeof MORE }) =>
  list.hasMore && (
    <Text margin="16px 0 0" textAlign="center">
      <Button variant="default" onClick={() => void list.more()}>
        {MORE[noun]}
      </Button>
    </Text>
  );
