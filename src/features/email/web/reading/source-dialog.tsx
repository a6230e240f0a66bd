import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button, LinkButton } from "#ui/inputs/button.tsx";
import { ScrollText } from "#ui/layout/scroll-box.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { closeDialog } from "../open-dialog.ts";
import { readSource, sourceUrl } from "./message-files.ts";
import styles from "./source-dialog.module.css";

/** The raw message with all headers (RFC 5322), as text only. */
export function SourceDialog({ id }: { id: string }) {
  const source = useQuery({
    queryKey: ["source of an email", id],
    queryFn: () => readSource(id),
  });
  return (
    <Dialog
      isOpen
      size="large"
      title={t`Source of the message`}
      onClose={closeDialog}
      footer={
        <>
          <Button variant="default" onClick={closeDialog}>
            {t`Close`}
          </Button>
          <LinkButton href={sourceUrl(id)} download>
            {t`Download .eml`}
          </LinkButton>
        </>
      }
    >
      <QueryContent
        query={source}
        failure={t`The source cannot be read right now`}
        rows={8}
        loading={t`The message is on its way`}
      >
        {(text) => (
          <ScrollText className={styles.source} data-autofocus>
            {text}
          </ScrollText>
        )}
      </QueryContent>
    </Dialog>
  );
}
