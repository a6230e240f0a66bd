import { t } from "#i18n/message.ts";
import { describeKeys } from "#ui/keyboard/shortcuts.ts";
import styles from "./assistant-indicator.module.css";
import { useConnection } from "./connection.ts";

/** The assistant works wherever the server answers; a click opens it over the page. */
export function AssistantIndicator({ onOpen }: { onOpen(): void }) {
  const isOnline = useConnection();
  const keys = describeKeys("mod+j").join(" ");
  return (
    <button
      type="button"
      className={styles.indicator}
      title={t`Ask the assistant (${keys})`}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className={styles.dot} data-online={isOnline || undefined} aria-hidden />
      <span role="status">{isOnline ? t`AI Assistant Online` : t`AI Assistant Offline`}</span>
    </button>
  );
}
