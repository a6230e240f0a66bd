import { t } from "#i18n/message.ts";
import { openPdfWorker } from "#platform/pictures/open-pdf-worker.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { laterPart } from "#ui/later-part.tsx";
import type { DocumentOnWire } from "../../model.ts";
import { previewOf } from "../list/file-icon.tsx";
import { CONTENT, type OnPrint, type OnText } from "./content.ts";
import { OfficePreview } from "./office-preview.tsx";
import { mayOpen, ScanStatus } from "./scan-status.tsx";
import { TextPreview } from "./text-preview.tsx";

/** PDF.js is larger than the rest of the page: loaded with the first PDF. */
const PdfPreview = laterPart(
  async () => (await import("#ui/display/pdf-preview.tsx")).PdfPreview,
  <Spinner label={t`Loading the preview`} />,
);

type PreviewProps = { document: DocumentOnWire; onText: OnText; onPrint: OnPrint };

/** The document itself, as high as its container. */
export function Preview({ document, onText, onPrint }: PreviewProps) {
  const { fileName, fileVersion } = document;
  if (!mayOpen(document)) return <ScanStatus document={document} />;
  // The URL includes the version, so that a new file is not served from the cache.
  const fileUrl = `${document.fileUrl}?version=${fileVersion}`;
  const kind = previewOf(fileName);
  if (kind === "text") return <TextPreview key={fileUrl} url={fileUrl} name={fileName} onText={onText} />;
  if (kind === "pdf")
    return (
      <PdfPreview
        key={fileUrl}
        url={fileUrl}
        openWorker={openPdfWorker}
        failed={(retry) => <Unreadable onRetry={retry} />}
        full={{ id: CONTENT, onText, onPrint }}
      />
    );
  return <OfficePreview document={document} onText={onText} />;
}

const Unreadable = ({ onRetry }: { onRetry(): void }) => (
  <ErrorState title={t`The file cannot be shown`} message={t`You can still download it.`} onRetry={onRetry} />
);
