import { Download, PanelRight, Printer, Search, Share2 } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { BackLink } from "#ui/back-link.tsx";
import { formatDate } from "#ui/dates.ts";
import { PageButton } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { useShownRecord } from "#ui/shown-record.ts";
import type { ListAddress } from "#ui/use-way-back.ts";
import { type DocumentOnWire, formatSize } from "../../model.ts";
import { FavoriteButton, MoreMenu } from "../document-actions.tsx";
import { downloadDocument } from "../document-mutations.ts";
import { FileIcon } from "../list/file-icon.tsx";
import { showDialog } from "../open-dialog.ts";
import styles from "./document-reader.module.css";
import { mayOpen } from "./scan-status.tsx";

type ReaderHeaderProps = {
  document: DocumentOnWire;
  list: ListAddress;
  hasDetails: boolean;
  onDetails(): void;
  /** Null while there is no text to search in. */
  onFind: (() => void) | null;
  onPrint(): void;
  onLeave(): void;
};

export function ReaderHeader({
  document,
  list,
  hasDetails,
  onDetails,
  onFind,
  onPrint,
  onLeave,
}: ReaderHeaderProps) {
  const { id, title, fileName, fileSize, createdAt, ownerName } = document;
  useShownRecord("document", id);
  const origin = ownerName === null ? formatDate(createdAt) : t`shared by ${ownerName}`;
  return (
    <Row as="header" gap={12} lineGap={4} className={styles.head}>
      <BackLink list={list} onLeave={onLeave} />
      <FileIcon fileName={fileName} isSmall />
      <Text as="div" grow>
        <Text as="h1" size="section" weight="strong" overflow="dots" title={title}>
          {title}
        </Text>
        <Text size="label" tone="faint" overflow="dots">
          {fileName} · {formatSize(fileSize)} · {origin}
        </Text>
      </Text>
      <Row as="span" gap={4} className={styles.actions}>
        <IconButton
          icon={Search}
          label={t`Find in this document`}
          disabled={!onFind}
          onClick={() => onFind?.()}
        />
        <IconButton icon={Printer} label={t`Print`} onClick={onPrint} />
        <FavoriteButton document={document} />
        {ownerName === null && (
          <>
            <IconButton
              icon={Share2}
              label={term("Share", "verb: share a document")}
              onClick={() => showDialog({ kind: "share", id })}
            />
            <MoreMenu document={document} onDeleted={onLeave} />
          </>
        )}
        <IconButton icon={PanelRight} label={t`Details`} aria-expanded={hasDetails} onClick={onDetails} />
        <PageButton
          icon={Download}
          label={t`Download`}
          disabled={!mayOpen(document)}
          onClick={() => downloadDocument(document)}
        />
      </Row>
    </Row>
  );
}
