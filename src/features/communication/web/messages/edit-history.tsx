import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { formatDate, formatTime } from "#ui/dates.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { MessageOnWire } from "../../model.ts";
import { messages } from "../api.ts";
import styles from "../dialog.module.css";

/** Earlier texts of an edited message. */
export function EditHistory({ message, onClose }: { message: MessageOnWire; onClose(): void }) {
  const { data } = useQuery({
    ...messages.history.query({ id: message.id }),
    meta: { failure: t`Failed to load communication data` },
  });
  return (
    <Dialog isOpen onClose={onClose} title={t`Edit history`} isTextOnly>
      {!data && <SkeletonRows count={2} label={t`Loading edit history`} />}
      <Stack as="ol">
        {data?.items.map(({ content, writtenAt }) => (
          <li key={writtenAt}>
            <Text as="time" tone="faint" size="label" dateTime={writtenAt}>
              {`${formatDate(new Date(writtenAt))} ${formatTime(new Date(writtenAt))}`}
            </Text>
            <p className={styles.version}>{content}</p>
          </li>
        ))}
      </Stack>
    </Dialog>
  );
}
