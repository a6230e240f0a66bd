import { t } from "#i18n/message.ts";
import { Row } from "#ui/layout/stack.tsx";
import styles from "./assistant-indicator.module.css";
import { useConnection } from "./connection.ts";

/** The assistant works wherever the server answers. */
export function AssistantIndicator() {
  const isOnline = useConnection();
  return (
    <Row as="p" gap={10} pad="8px 12px" tone="soft" size="label" role="status">
      <span className={styles.dot} data-online={isOnline || undefined} aria-hidden />
      {isOnline ? t`AI Assistant Online` : t`AI Assistant Offline`}
    </Row>
  );
}
