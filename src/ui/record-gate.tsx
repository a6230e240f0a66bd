import { Link } from "@tanstack/react-router";
import { FileQuestion } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { EmptyState } from "./feedback/empty-state.tsx";
import { ErrorState } from "./feedback/error-state.tsx";
import { SkeletonText } from "./feedback/skeleton.tsx";
import { ButtonContent, buttonAttributes } from "./inputs/button.tsx";
import { Box } from "./layout/text.tsx";
import { useDocumentTitle } from "./page.tsx";
import type { ListAddress } from "./use-way-back.ts";

const WORDS = {
  document: { loading: t`Loading the document`, missing: t`Document not found` },
  project: { loading: t`Loading the project`, missing: t`Project not found` },
};

type RecordGateProps<R> = {
  /** As `useRecordAt` returns it. */
  at: { record: R | null | undefined; hasFailed: boolean; retry(): void };
  noun: keyof typeof WORDS;
  /** Why it may be missing. */
  reason: string;
  /** The title of the error. */
  failure: string;
  list: ListAddress;
  children(record: R): ReactNode;
};

/** The page of a record as the state of its reading demands: loading, failed, not found with the way to the list, or `children`. */
export function RecordGate<R>({ at, noun, reason, failure, list, children }: RecordGateProps<R>) {
  const { record, hasFailed, retry } = at;
  if (record) return children(record);
  if (record === null) return <NotHere noun={noun} reason={reason} list={list} />;
  if (!hasFailed)
    return (
      <Box pad={24}>
        <SkeletonText count={8} label={WORDS[noun].loading} />
      </Box>
    );
  return <ErrorState title={failure} message={t`Nothing is lost. Please try again.`} onRetry={retry} />;
}

function NotHere({ noun, reason, list }: Pick<RecordGateProps<unknown>, "noun" | "reason" | "list">) {
  const title = WORDS[noun].missing;
  useDocumentTitle(title);
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <EmptyState
        icon={FileQuestion}
        title={title}
        message={reason}
        action={
          <Link to={list.to} search={list.search ?? {}} {...buttonAttributes({ variant: "default" })}>
            <ButtonContent>{list.label}</ButtonContent>
          </Link>
        }
      />
    </>
  );
}
