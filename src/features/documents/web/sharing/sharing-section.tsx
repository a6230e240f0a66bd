import { Share2 } from "lucide-react";
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
    <Stack as="section" gap={8} aria-label="Sharing">
      <Row as="header" gap={8} justify="space-between">
        <Text as="h2" size="label" tone="soft" weight="medium">
          Sharing
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Share2 size={14} strokeWidth={1.75} aria-hidden />}
          onClick={() => showDialog({ kind: "share", id })}
        >
          Add people or a link
        </Button>
      </Row>
      <QueryContent
        query={sharing}
        failure="The people with access could not be loaded"
        loading="Loading who may read it"
        rows={1}
      >
        {({ shares, links }) => (
          <>
            {shares.length + links.length === 0 && (
              <Text tone="soft" size="list">
                Only you can read it.
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
