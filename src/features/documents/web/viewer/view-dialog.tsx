import { useQuery } from "@tanstack/react-query";
import { Download, FileQuestion, Share2 } from "lucide-react";
import { useRecord } from "#platform/client/use-records.ts";
import { openPdfWorker } from "#platform/pictures/open-pdf-worker.ts";
import { formatDate } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { categoryLabel } from "../../fields.ts";
import { type DocumentOnWire, formatSize } from "../../model.ts";
import { FavoriteButton, MoreMenu } from "../document-actions.tsx";
import { downloadDocument } from "../document-mutations.ts";
import { previewOf } from "../list/file-icon.tsx";
import { documentRecords } from "../records.ts";
import { KeyDates } from "./key-dates.tsx";
import { OfficePreview } from "./office-preview.tsx";
import { showDialog } from "./open-document.ts";
import { ReadingStatus } from "./reading-status.tsx";
import { mayOpen, ScanStatus } from "./scan-status.tsx";
import { SimilarDocuments } from "./similar-documents.tsx";
import { Summary } from "./summary.tsx";
import { TextPreview } from "./text-preview.tsx";
import { Versions } from "./versions.tsx";
import styles from "./view-dialog.module.css";

/** PDF.js is larger than the rest of the page: loaded with the first PDF. */
const PdfPreview = laterPart(
  async () => (await import("#ui/display/pdf-preview.tsx")).PdfPreview,
  <Spinner label="Loading the preview" />,
);

type ViewDialogProps = { id: string; onClose(): void };

export function ViewDialog({ id, onClose }: ViewDialogProps) {
  const document = useRecord(documentRecords, id);
  // A link may open a document that no list has brought.
  const { isLoading } = useQuery({
    queryKey: ["document to view", id],
    queryFn: () => documentRecords.fetch(id),
    enabled: !document,
  });
  if (document) return <OpenDocument document={document} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title="Document">
      {isLoading ? (
        <Spinner label="Loading the document" />
      ) : (
        <EmptyState
          icon={FileQuestion}
          title="This document is not here"
          message="It was deleted, or it is no longer shared with you."
        />
      )}
    </Dialog>
  );
}

function OpenDocument({ document, onClose }: { document: DocumentOnWire; onClose(): void }) {
  const { id, title, description, fileName, fileSize, createdAt, ownerName } = document;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={`${fileName} · ${formatSize(fileSize)} · ${
        ownerName === null ? formatDate(createdAt) : `shared by ${ownerName}`
      }`}
      size="large"
      footer={
        <>
          <Row as="span" gap={0} margin="0 auto 0 0" className={styles.star}>
            <FavoriteButton document={document} />
            {ownerName === null && <MoreMenu document={document} onChosen={onClose} />}
          </Row>
          {ownerName === null && (
            <Button
              variant="default"
              leftSection={<Share2 size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => {
                onClose();
                showDialog({ kind: "share", id });
              }}
            >
              Share
            </Button>
          )}
          <Button
            data-autofocus
            disabled={!mayOpen(document)}
            leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => downloadDocument(document)}
          >
            Download
          </Button>
        </>
      }
    >
      <Kinds document={document} />
      {description && (
        <Text tone="soft" overflow="break" margin="0 0 12px">
          {description}
        </Text>
      )}
      <Summary document={document} />
      {ownerName === null && <KeyDates document={document} />}
      <ScanStatus document={document} />
      {mayOpen(document) && <ReadingStatus document={document} />}
      {mayOpen(document) && <Preview document={document} />}
      {ownerName === null && <Versions document={document} />}
      {ownerName === null && <SimilarDocuments document={document} />}
    </Dialog>
  );
}

const Kinds = ({ document: { category, tags } }: { document: DocumentOnWire }) => (
  <Row gap={6} align="stretch" wrap margin="0 0 12px">
    <Badge>{categoryLabel(category)}</Badge>
    {tags.map((tag) => (
      <Badge key={tag} tone="accent">
        {tag}
      </Badge>
    ))}
  </Row>
);

function Preview({ document }: { document: DocumentOnWire }) {
  const { fileName, fileVersion } = document;
  // The URL includes the version, so that a new file is not served from the cache.
  const fileUrl = `${document.fileUrl}?version=${fileVersion}`;
  const kind = previewOf(fileName);
  if (kind === "text") return <TextPreview url={fileUrl} name={fileName} />;
  if (kind === "pdf")
    return (
      <PdfPreview
        url={fileUrl}
        openWorker={openPdfWorker}
        failed={(retry) => <Unreadable onRetry={retry} />}
      />
    );
  return <OfficePreview document={document} />;
}

export const Unreadable = ({ onRetry }: { onRetry(): void }) => (
  <ErrorState title="The file cannot be shown" message="You can still download it." onRetry={onRetry} />
);
