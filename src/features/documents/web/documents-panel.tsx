import { useNavigate } from "@tanstack/react-router";
import { FileText, SearchX, Share2, Star, Upload } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonRows, SkeletonTallCards } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { ListEnd, LoadedList } from "#ui/lists/loaded-list.tsx";
import { PageNotice } from "#ui/page-notice.tsx";
import { FROM_LIST } from "#ui/use-way-back.ts";
import {
  type DocumentAddress,
  type DocumentFilter,
  type DocumentView,
  filterOf,
  unfiltered,
} from "./list/document-address.ts";
import { DocumentList } from "./list/document-list.tsx";
import { DocumentToolbar } from "./list/document-toolbar.tsx";
import { SearchText } from "./list/search-text.ts";
import type { ChangeAddress } from "./list/use-document-address.ts";
import { showDialog } from "./open-dialog.ts";
import { documentRecords, documentSource } from "./records.ts";

type DocumentsPanelProps = { address: DocumentAddress; view: DocumentView; change: ChangeAddress };

const CARDS_LOADING = <SkeletonTallCards height={200} label={t`Loading documents`} />;
const DocumentGrid = laterPart(
  async () => (await import("./list/document-grid.tsx")).DocumentGrid,
  CARDS_LOADING,
);

export function DocumentsPanel({ address, view, change }: DocumentsPanelProps) {
  const navigate = useNavigate();
  useFetchAfterPage(DocumentGrid);
  return (
    <Stack gap={12}>
      <DocumentToolbar address={address} change={change} />
      <PageNotice place="list" />
      <SearchText value={filterOf(address).search}>
        <Documents
          filter={filterOf(address)}
          view={view}
          onView={(id) => void navigate({ to: `/documents/${id}`, state: FROM_LIST })}
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
  const loading = view === "list" ? <SkeletonRows count={6} label={t`Loading documents`} /> : CARDS_LOADING;
  const none =
    filter.search || filter.category ? <NoneFound onClear={onClear} /> : <NoneYet show={filter.show} />;
  return (
    <LoadedList list={list} failure={t`Failed to fetch documents`} loading={loading} empty={none}>
      {view === "grid" ? (
        <DocumentGrid key={key} list={list} onView={onView} />
      ) : (
        <DocumentList key={key} list={list} onView={onView} />
      )}
      <ListEnd list={list} noun="documents" />
    </LoadedList>
  );
}

const UploadButton = () => (
  <Button
    variant="default"
    leftSection={<Upload size={16} strokeWidth={1.75} aria-hidden />}
    onClick={() => showDialog({ kind: "upload", files: [] })}
  >
    {t`Upload Document`}
  </Button>
);

function NoneYet({ show }: Pick<DocumentFilter, "show">) {
  if (show === "favorites")
    return (
      <EmptyState icon={Star} title={t`No favorites yet`} message={t`The star on a document puts it here.`} />
    );
  if (show === "shared")
    return (
      <EmptyState
        icon={Share2}
        title={t`Nothing is shared`}
        message={t`Documents that you share, by name or by link, appear here.`}
      />
    );
  if (show === "withMe")
    return (
      <EmptyState
        icon={Share2}
        title={t`Nothing is shared with you`}
        message={t`Documents that colleagues share with you appear here.`}
      />
    );
  return (
    <EmptyState
      icon={FileText}
      title={t`No documents yet`}
      message={t`Drop files anywhere on this page, or choose them.`}
      action={<UploadButton />}
    />
  );
}

const NoneFound = ({ onClear }: { onClear(): void }) => (
  <EmptyState
    icon={SearchX}
    title={t`No document matches`}
    message={t`No document matches this search and category.`}
    action={
      <Button variant="default" onClick={onClear}>
        {t`Show all documents`}
      </Button>
    }
  />
);
