import { Share2 } from "lucide-react";
import { t } from "#i18n/message.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { DocumentOnWire } from "../../model.ts";
import { showDialog } from "../open-dialog.ts";
import { Readers } from "./readers.tsx";
import { LinkList } from "./share-links.tsx";
import { useSharing } from "./use-sharing.ts";

/** Who may read the document, its links and who opened them; more are added in the dialog. */
export function SharingSection({ document: { id } }: { document: DocumentOnWire }) {
  const { sharing, act } = useSharing(id);
  return (
    <Stack as="section" gap={8} aria-label={t`Sharing`}>
      <Row as="header" gap={8} justify="space-between">
        <Text as="h2" size="label" tone="soft" weight="medium">
          {t`Sharing`}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Share2 size={14} strokeWidth={1.75} aria-hidden />}
          onClick={() => showDialog({ kind: "share", id })}
        >
          {t`Add people or a link`}
        </Button>
      </Row>
      <QueryContent
        query={sharing}
        failure={t`The people with access could not be loaded`}
        loading={t`Loading who may read it`}
        rows={1}
      >
        {({ shares, links }) => (
          <>
            {shares.length + links.length === 0 && (
              <Text tone="soft" size="list">
                {t`Only you can read it.`}
              </Text>
            )}
            {shares.length > 0 && <Readers id={id} shares={shares} act={act} />}
            <LinkList id={id} links={links} act={act} />
          </>
        )}
      </QueryContent>
    </Stack>
  );
}
