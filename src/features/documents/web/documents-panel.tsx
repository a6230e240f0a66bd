import { FileText, SearchX, Share2, Star, Upload } from "lucide-react";
import { useRecordList } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows, SkeletonTallCards } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import { PageNotice } from "#ui/page-notice.tsx";
import styles from "./documents-panel.module.css";
import {
  type DocumentAddress,
  type DocumentFilter,
  type DocumentView,
  filterOf,
  unfiltered,
} from "./list/document-address.ts";
import { DocumentGrid, DocumentList } from "./list/document-grid.tsx";
import { DocumentToolbar } from "./list/document-toolbar.tsx";
import { rememberedView, rememberView } from "./list/remembered-view.ts";
import { SearchText } from "./list/search-text.ts";
import type { ChangeAddress } from "./list/use-document-address.ts";
import { documentRecords, documentSource } from "./records.ts";
import { showDialog } from "./viewer/open-document.ts";

type DocumentsPanelProps = { address: DocumentAddress; change: ChangeAddress };

export function DocumentsPanel({ address, change }: DocumentsPanelProps) {
  const view = address.view ?? rememberedView();
  const choose: ChangeAddress = (parts, options) => {
    if (parts.view) rememberView(parts.view);
    change(parts, options);
  };
  return (
    <Stack>
      <DocumentToolbar address={address} view={view} change={choose} />
      <PageNotice place="list" />
      <SearchText value={filterOf(address).search}>
        <Documents
          filter={filterOf(address)}
          view={view}
          onView={(document) => change({ document })}
          onClear={() => change(unfiltered)}
        />
      </SearchText>
    </Stack>
  );
}

type DocumentsProps = {
  filter: DocumentFilter;
  view: DocumentView;
  onView(id: string): void;
  onClear(): void;
};

/** Loading, error, empty or list state. */
function Documents({ filter, view, onView, onClear }: DocumentsProps) {
  const { key, source } = documentSource(filter);
  const list = useRecordList(documentRecords, key, source);
  const { ids, phase, hasMore } = list;
  const hasFailed = phase === "failed";
  useFailureReport(hasFailed, () => toast.failure("Failed to fetch documents"));

  if (ids.length === 0 && phase === "loading")
    return view === "list" ? (
      <SkeletonRows count={6} label="Loading documents" />
    ) : (
      <SkeletonTallCards height={200} label="Loading documents" />
    );
  if (ids.length === 0 && hasFailed)
    return (
      <ErrorState
        title="Failed to fetch documents"
        message="Nothing is lost. Please try again."
        onRetry={() => void list.more()}
      />
    );
  if (ids.length === 0)
    return filter.search || filter.category ? (
      <NoneFound onClear={onClear} />
    ) : (
      <NoneYet show={filter.show} />
    );
  return (
    <>
      {view === "grid" ? (
        <DocumentGrid key={key} list={list} onView={onView} />
      ) : (
        <DocumentList key={key} list={list} onView={onView} />
      )}
      <Text size="label" tone="soft" className={styles.end}>
        {hasFailed ? (
          <Button variant="default" onClick={() => void list.more()}>
            Try again
          </Button>
        ) : (
          hasMore && "Loading more documents …"
        )}
      </Text>
    </>
  );
}

const UploadButton = () => (
  <Button
    leftSection={<Upload size={16} strokeWidth={1.75} aria-hidden />}
    onClick={() => showDialog({ kind: "upload", files: [] })}
  >
    Upload Document
  </Button>
);

function NoneYet({ show }: Pick<DocumentFilter, "show">) {
  if (show === "favorites")
    return <EmptyState icon={Star} title="No favorites yet" message="The star on a document puts it here." />;
  if (show === "shared")
    return (
      <EmptyState
        icon={Share2}
        title="Nothing is shared"
        message="Documents that you share, by name or by link, appear here."
      />
    );
  if (show === "withMe")
    return (
      <EmptyState
        icon={Share2}
        title="Nothing is shared with you"
        message="Documents that colleagues share with you appear here."
      />
    );
  return (
    <EmptyState
      icon={FileText}
      title="No documents yet"
      message="Drop files anywhere on this page, or choose them."
      action={<UploadButton />}
    />
  );
}

const NoneFound = ({ onClear }: { onClear(): void }) => (
  <EmptyState
    icon={SearchX}
    title="No document matches"
    message="No document matches this search and category."
    action={
      <Button variant="default" onClick={onClear}>
        Show all documents
      </Button>
    }
  />
);
