import { useQuery } from "@tanstack/react-query";
import { formatDate, formatTime } from "#ui/dates.ts";
import { Dialog } from "#ui/dialog.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import type { MessageOnWire } from "../model.ts";
import { messages } from "./api.ts";
import styles from "./dialog.module.css";

/** What a message said before it was changed. */
export function EarlierWords({ message, onClose }: { message: MessageOnWire; onClose(): void }) {
  const { data } = useQuery({
    ...messages.history.query({ id: message.id }),
    meta: { failure: "Failed to load communication data" },
  });
  return (
    <Dialog isOpen onClose={onClose} title="Earlier words" wordsOnly>
      {!data && <SkeletonRows count={2} label="Loading earlier words" />}
      <ol className={styles.versions}>
        {data?.items.map(({ content, writtenAt }) => (
          <li key={writtenAt}>
            <time dateTime={writtenAt}>
              {`${formatDate(new Date(writtenAt))} ${formatTime(new Date(writtenAt))}`}
            </time>
            <p>{content}</p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
