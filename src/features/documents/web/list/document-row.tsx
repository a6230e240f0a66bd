import { memo } from "react";
import { useRecord } from "#platform/client/use-records.ts";
import { formatDate } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { MarkedText } from "#ui/display/marked-text.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { categoryLabel } from "../../fields.ts";
import { formatSize } from "../../model.ts";
import { DocumentActions, FavoriteButton } from "../document-actions.tsx";
import { documentRecords } from "../records.ts";
import styles from "./document-row.module.css";
import { FileIcon } from "./file-icon.tsx";
import { useSearchText } from "./search-text.ts";

type DocumentRowProps = {
  id: string;
  isActive: boolean;
  position: number;
  count: number;
  onView(id: string): void;
};

/** One document in one line. */
export const DocumentRow = memo(function DocumentRow(props: DocumentRowProps) {
  const { id, isActive, position, count, onView } = props;
  const document = useRecord(documentRecords, id);
  const search = useSearchText();
  if (!document) return null;
  const { title, fileName, fileSize, category, createdAt, ownerName, isShared } = document;
  return (
    <Row
      gap={12}
      pad="0px 8px 0 12px"
      size="list"
      role="listitem"
      id={`document-${id}`}
      tabIndex={isActive ? 0 : -1}
      aria-label={title}
      aria-posinset={position}
      aria-setsize={count}
      data-document={id}
      className={styles.row}
      onClick={() => onView(id)}
    >
      <FileIcon fileName={fileName} isSmall />
      <Stack as="span" gap={0} grow>
        <Text as="span" weight="medium" className={styles.title}>
          <MarkedText text={title} search={search} />
        </Text>
        <span className={styles.file}>
          <MarkedText text={(search && document.excerpt) ?? fileName} search={search} />
        </span>
      </Stack>
      {isShared && ownerName === null && (
        <span className={styles.shared}>
          <Badge tone="accent">Shared</Badge>
        </span>
      )}
      <span className={styles.category}>
        <Badge>{categoryLabel(category)}</Badge>
      </span>
      <span className={styles.size}>{formatSize(fileSize)}</span>
      <span className={styles.date}>{ownerName === null ? formatDate(createdAt) : `from ${ownerName}`}</span>
      <FavoriteButton document={document} />
      <span className={styles.actions}>
        <DocumentActions document={document} onView={() => onView(id)} />
      </span>
    </Row>
  );
});
