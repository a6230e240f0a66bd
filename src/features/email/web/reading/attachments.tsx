import { useQuery } from "@tanstack/react-query";
import { Download, File, FileImage, FileText } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { formatNumber } from "#platform/numbers/format-number.ts";
import { openPdfWorker } from "#platform/pictures/open-pdf-worker.ts";
import type { PictureSize } from "#platform/pictures/picture-size.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { LinkButton } from "#ui/inputs/button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { Attachment, OpenEmailOnWire } from "../../model.ts";
import { formatBytes } from "../format-bytes.ts";
import styles from "./attachments.module.css";
import { readPicture } from "./read-picture.ts";

const PdfPreview = laterPart(
  async () => (await import("#ui/display/pdf-preview.tsx")).PdfPreview,
  <Spinner label={t`Loading the preview`} />,
);

export const fileUrl = ({ id }: Pick<Attachment, "id">) => `/files/email/attachments/${id}`;

/** The files of an email: images and PDFs have a preview, all can be saved. */
export function Attachments({ email }: { email: OpenEmailOnWire }) {
  const [previewed, setPreviewed] = useState<Attachment | null>(null);
  const files = email.attachments.filter(({ isInline, contentId }) => !(isInline && contentId && email.html));
  if (files.length === 0) return null;
  return (
    <section aria-label={t`Attachments`}>
      <Row as="ul" align="stretch" wrap>
        {files.map((file) => (
          <li key={file.id} className={styles.file}>
            <FileName file={file} onShow={() => setPreviewed(file)} />
            <a
              className={styles.save}
              href={fileUrl(file)}
              download={file.filename}
              aria-label={t`Download '${file.filename}'`}
              title={t`Download`}
            >
              <Download size={16} strokeWidth={1.75} aria-hidden />
            </a>
          </li>
        ))}
      </Row>
      {previewed && <Preview file={previewed} onClose={() => setPreviewed(null)} />}
    </section>
  );
}

const kindOf = ({ contentType }: Attachment) => {
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(contentType)) return "picture";
  return contentType === "application/pdf" ? "pdf" : "other";
};

const ICONS = { picture: FileImage, pdf: FileText, other: File };

function FileName({ file, onShow }: { file: Attachment; onShow(): void }) {
  const kind = kindOf(file);
  const Icon = ICONS[kind];
  const words = (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <Text as="span" weight="medium" overflow="dots">
        {file.filename}
      </Text>
      <Text as="span" tone="faint" size="label" noShrink>
        {formatBytes(file.size)}
      </Text>
    </>
  );
  if (kind === "other") return <span className={styles.words}>{words}</span>;
  return (
    <button type="button" className={styles.words} title={t`Look at '${file.filename}'`} onClick={onShow}>
      {words}
    </button>
  );
}

function Preview({ file, onClose }: { file: Attachment; onClose(): void }) {
  return (
    <Dialog
      isOpen
      size="large"
      title={file.filename}
      description={formatBytes(file.size)}
      onClose={onClose}
      footer={
        <LinkButton
          data-autofocus
          href={fileUrl(file)}
          download={file.filename}
          leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t`Download`}
        </LinkButton>
      }
    >
      {kindOf(file) === "pdf" ? (
        <PdfPreview
          url={fileUrl(file)}
          openWorker={openPdfWorker}
          failed={(retry) => <Unreadable onRetry={retry} />}
        />
      ) : (
        <PicturePreview file={file} />
      )}
    </Dialog>
  );
}

/** The header is checked first: browsers decode any image, however large. */
function PicturePreview({ file }: { file: Attachment }) {
  const [hasFailed, setFailed] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["picture of an email", file.id],
    queryFn: () => readPicture(fileUrl(file)),
    ...{ retry: false, gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  });
  const retry = () => {
    setFailed(false);
    void refetch();
  };
  if (error || data === null || hasFailed) return <Unreadable onRetry={retry} />;
  if (!data) return <Spinner label={t`Loading the preview`} />;
  if (data.dataAddress === null) return <TooLarge {...data} />;
  return (
    <img
      className={styles.picture}
      src={data.dataAddress}
      alt={file.filename}
      onError={() => setFailed(true)}
    />
  );
}

const TooLarge = ({ width, height }: PictureSize) => (
  <EmptyState
    icon={FileImage}
    title={t`This picture is too large to show here`}
    message={t`It has ${formatNumber(width)} × ${formatNumber(height)} pixels. You can still download it.`}
  />
);

const Unreadable = ({ onRetry }: { onRetry(): void }) => (
  <ErrorState title={t`The file cannot be shown`} message={t`You can still download it.`} onRetry={onRetry} />
);
