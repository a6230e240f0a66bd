import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "#i18n/message.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { useWayBack } from "#ui/use-way-back.ts";
import type { DocumentOnWire } from "../../model.ts";
import { documents } from "../api.ts";
import { FileIcon } from "../list/file-icon.tsx";
import { ALL_DOCUMENTS } from "./content.ts";
import styles from "./similar-documents.module.css";

type SimilarDocumentsProps = { document: DocumentOnWire; onLeave?(): void };

/** Others that use the same uncommon words. */
export function SimilarDocuments({ document: { id, readState }, onLeave }: SimilarDocumentsProps) {
  const { linkState } = useWayBack(ALL_DOCUMENTS);
  const { data } = useQuery({
    queryKey: ["documents similar to", id, readState],
    queryFn: () => documents.similar.call({ id }),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Box as="section" aria-label={t`Similar documents`}>
      <Text as="h2" size="label" tone="soft" weight="medium" margin="0 0 6px">
        {t`Similar documents`}
      </Text>
      <Row as="ul" align="stretch" wrap>
        {data.items.map((each) => (
          <li key={each.id}>
            <Link to={`/documents/${each.id}`} state={linkState} className={styles.link} onClick={onLeave}>
              <FileIcon fileName={each.fileName} isSmall />
              <Text as="span" overflow="dots">
                {each.title}
              </Text>
            </Link>
          </li>
        ))}
      </Row>
    </Box>
  );
}
