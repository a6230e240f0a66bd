import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, History, RotateCcw, Upload } from "lucide-react";
import { t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { FileButton } from "#ui/fields/file-input.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { type DocumentOnWire, EXTENSIONS, formatSize } from "../../model.ts";
import { documents } from "../api.ts";
import { downloadDocument, reportFailure } from "../document-mutations.ts";
import { documentRecords } from "../records.ts";
import { startUploads, useUploads } from "../uploads/uploads.ts";
import styles from "./versions.module.css";

async function restore(id: string, { id: versionId, number }: { id: string; number: number }): Promise<void> {
  const swap = async () => {
    documentRecords.receive([await documents.restoreVersion.call({ id, versionId })]);
  };
  try {
    await swap();
    toast.undo(
      t`Version ${number} restored`,
      () => void swap().catch((error) => reportFailure(t`Failed to undo`, error)),
    );
  } catch (error) {
    reportFailure(t`Failed to restore the version`, error);
  }
}

/** Earlier versions of the file, to view and restore, and a button that adds one. */
export function Versions({ document }: { document: DocumentOnWire }) {
  const { id, fileVersion, version: change } = document;
  const sending = useUploads().find((upload) => upload.documentId === id);
  const { data } = useQuery({
    // Every change of the document may change its versions, so they are cached by its version.
    queryKey: ["versions of", id, change],
    placeholderData: keepPreviousData,
    queryFn: () => documents.versions.call({ id }),
  });
  const add = (file: File | null) => {
    if (file) startUploads([{ file, fields: null, documentId: id }]);
  };
  const earlier = data?.versions ?? [];
  return (
    <Box as="section" aria-label={t`Versions`}>
      <Row as="header" gap={0} justify="space-between">
        <Row as="h2" gap={6} size="label" tone="soft" weight="medium">
          <History size={14} strokeWidth={1.75} aria-hidden />
          {earlier.length === 0 ? t`No earlier versions` : t`Version ${fileVersion} of ${earlier.length + 1}`}
        </Row>
        <FileButton
          onChange={add}
          accept={EXTENSIONS.join(",")}
          size="compact-sm"
          variant="subtle"
          disabled={sending !== undefined}
          leftSection={<Upload size={14} strokeWidth={1.75} aria-hidden />}
        >
          {sending ? t`Uploading ${Math.round(sending.progress * 100)} %` : t`New version`}
        </FileButton>
      </Row>
      {earlier.length > 0 && (
        <ul className={styles.list}>
          {earlier.map((version) => (
            <EarlierVersion key={version.id} document={document} version={version} />
          ))}
        </ul>
      )}
    </Box>
  );
}

type EarlierVersionProps = {
  document: DocumentOnWire;
  version: Awaited<ReturnType<typeof documents.versions.call>>["versions"][number];
};

const EarlierVersion = ({ document: { id, fileUrl }, version }: EarlierVersionProps) => (
  <Row as="li" gap={4} pad="4px 8px 4px 14px" size="list" lined>
    <Text as="span" overflow="break" grow>
      {t`Version ${version.number} · ${version.fileName} · ${formatSize(version.fileSize)} · ${formatDate(version.storedAt)}`}
    </Text>
    <IconButton
      icon={Download}
      label={t`Download version ${version.number}`}
      onClick={() =>
        downloadDocument({
          fileUrl: `${fileUrl}/versions/${version.id}`,
          fileName: version.fileName,
        })
      }
    />
    <IconButton
      icon={RotateCcw}
      label={t`Restore version ${version.number}`}
      onClick={() => void restore(id, version)}
    />
  </Row>
);
