import { Share2 } from "lucide-react";
import { memo } from "react";
import { t } from "#i18n/message.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { formatDate } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { MarkedText } from "#ui/display/marked-text.tsx";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { categoryLabel } from "../../fields.ts";
import { formatSize } from "../../model.ts";
import { DocumentActions, FavoriteButton } from "../document-actions.tsx";
import { documentRecords } from "../records.ts";
import styles from "./document-card.module.css";
import { FileIcon } from "./file-icon.tsx";
import { useSearchText } from "./search-text.ts";

/** Tags shown on a card; the others are counted. */
const MAX_TAGS = 2;

type DocumentCardProps = { id: string; isActive: boolean; onView(id: string): void };

/** One document with its facts. Every card is equally high, so that thousands of them can be scrolled. */
export const DocumentCard = memo(function DocumentCard({ id, isActive, onView }: DocumentCardProps) {
  const document = useRecord(documentRecords, id);
  const search = useSearchText();
  if (!document) return null;
  const { title, fileName, fileSize, category, tags, createdAt, ownerName, isShared } = document;
  const words = (search && document.excerpt) ?? document.description ?? document.aiSummary ?? "";
  return (
    <Stack
      as="article"
      gap={10}
      pad="14px 10px 6px 14px"
      surface="card"
      shrink
      id={`document-${id}`}
      tabIndex={isActive ? 0 : -1}
      aria-label={title}
      className={styles.card}
      data-document={id}
    >
      <Row as="header" gap={12} align="start">
        <FileIcon fileName={fileName} />
        <Text as="div" grow>
          <PlainButton className={styles.title} onClick={() => onView(id)}>
            <MarkedText text={title} search={search} />
          </PlainButton>
          <Text size="label" tone="faint" overflow="dots" lineHeight={1.5} title={fileName}>
            {fileName}
          </Text>
        </Text>
        <FavoriteButton document={document} />
      </Row>
      <Text size="list" tone="soft" overflow="break" grow lines={2} className={styles.description}>
        <MarkedText text={words} search={search} />
      </Text>
      <Row gap={6} shrink className={styles.line}>
        <Badge>{categoryLabel(category)}</Badge>
        {tags.slice(0, MAX_TAGS).map((tag) => (
          <Badge key={tag} tone="accent">
            {tag}
          </Badge>
        ))}
        {tags.length > MAX_TAGS && <Badge tone="accent">+{tags.length - MAX_TAGS}</Badge>}
        {ownerName === null && isShared && <Share2 size={14} strokeWidth={1.75} aria-label={t`Shared`} />}
      </Row>
      <Row as="footer" justify="space-between" margin="-2px 0 0">
        <Text as="span" tone="faint" size="label" overflow="dots" isTabular>
          {formatSize(fileSize)} · {ownerName === null ? formatDate(createdAt) : t`from ${ownerName}`}
        </Text>
        <DocumentActions document={document} onView={() => onView(id)} />
      </Row>
    </Stack>
  );
});
