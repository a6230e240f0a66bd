import { t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { categoryLabel } from "../../fields.ts";
import { type DocumentOnWire, formatSize } from "../../model.ts";
import { typeNameOf, typeOf } from "../list/file-icon.tsx";
import { SharingSection } from "../sharing/sharing-section.tsx";
import styles from "./details-panel.module.css";
import { KeyDates } from "./key-dates.tsx";
import { ReadingStatus } from "./reading-status.tsx";
import { mayOpen, ScanStatus } from "./scan-status.tsx";
import { SimilarDocuments } from "./similar-documents.tsx";
import { Summary } from "./summary.tsx";
import { Versions } from "./versions.tsx";

/** What is known of a document beside its content. `onLeave` closes a sheet before another document opens. */
export function DetailsPanel({ document, onLeave }: { document: DocumentOnWire; onLeave?: () => void }) {
  const { description, ownerName } = document;
  const isOwn = ownerName === null;
  return (
    <Stack gap={20}>
      <Stack gap={10}>
        <Kinds document={document} />
        {description && (
          <Text size="list" tone="soft" overflow="break">
            {description}
          </Text>
        )}
      </Stack>
      <Summary document={document} />
      {isOwn && <KeyDates document={document} />}
      {isOwn && <SharingSection document={document} />}
      {isOwn && <Versions document={document} />}
      {isOwn && <SimilarDocuments document={document} {...(onLeave && { onLeave })} />}
      <FileFacts document={document} />
    </Stack>
  );
}

const Kinds = ({ document: { category, tags } }: { document: DocumentOnWire }) => (
  <Row gap={6} align="stretch" wrap>
    <Badge>{categoryLabel(category)}</Badge>
    {tags.map((tag) => (
      <Badge key={tag} tone="accent">
        {tag}
      </Badge>
    ))}
  </Row>
);

/** What is counted in place of pages. */
const PARTS: Record<string, string> = { Excel: t`Sheets`, PowerPoint: t`Slides` };

function FileFacts({ document }: { document: DocumentOnWire }) {
  const { fileName, fileSize, pages, ownerName, createdAt, updatedAt } = document;
  const facts = [
    [t`Type`, typeNameOf(fileName)],
    [t`Size`, formatSize(fileSize)],
    ...(pages ? [[PARTS[typeOf(fileName) ?? ""] ?? t`Pages`, String(pages)]] : []),
    [t`Owner`, ownerName ?? t`You`],
    [t`Uploaded`, formatDate(createdAt)],
    [t`Changed`, formatDate(updatedAt)],
  ];
  return (
    <Stack as="section" gap={8} aria-label={t`File`}>
      <Text as="h2" size="label" tone="soft" weight="medium">
        {t`File`}
      </Text>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mayOpen(document) && <ScanStatus document={document} />}
      {mayOpen(document) && <ReadingStatus document={document} />}
    </Stack>
  );
}
