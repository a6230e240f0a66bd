import { memo } from "react";
import { t } from "#i18n/message.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { readerWallClock } from "#platform/time/reader-clock.ts";
import { formatDate, formatPaddedDay } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { MarkedText } from "#ui/display/marked-text.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { categoryLabel } from "../../fields.ts";
import { type DocumentOnWire, formatSize } from "../../model.ts";
import { DocumentActions, FavoriteButton } from "../document-actions.tsx";
import { documentRecords } from "../records.ts";
import styles from "./document-row.module.css";
import { FileIcon, typeNameOf } from "./file-icon.tsx";
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
  const { title, fileName, fileSize, category, createdAt, updatedAt } = document;
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
      <span className={styles.name} title={fileName}>
        <Text as="span" weight="medium">
          <MarkedText text={title} search={search} />
        </Text>
        {search && document.excerpt && (
          <span className={styles.excerpt}>
            <MarkedText text={document.excerpt} search={search} />
          </span>
        )}
      </span>
      <span className={styles.category}>
        <Badge>{categoryLabel(category)}</Badge>
      </span>
      <span className={styles.access}>
        <Access document={document} />
      </span>
      <span className={styles.type}>{typeNameOf(fileName)}</span>
      <span className={styles.size}>{formatSize(fileSize)}</span>
      <time
        className={styles.date}
        dateTime={updatedAt}
        title={t`Changed ${formatDate(updatedAt)}, uploaded ${formatDate(createdAt)}`}
      >
        {shortDate(updatedAt)}
      </time>
      <FavoriteButton document={document} />
      <span className={styles.actions}>
        <DocumentActions document={document} onView={() => onView(id)} />
      </span>
    </Row>
  );
});

const isThisYear = (instant: string) =>
  readerWallClock(new Date(instant)).year === readerWallClock(new Date()).year;

/** Without the year if it is this one. */
const shortDate = (instant: string) => (isThisYear(instant) ? formatPaddedDay : formatDate)(instant);

/** Whose it is, or whether others can read it. */
function Access({ document: { ownerName, isShared } }: { document: DocumentOnWire }) {
  if (ownerName !== null) return t`from ${ownerName}`;
  return isShared ? <Badge tone="accent">{t`Shared`}</Badge> : t`Only you`;
}
