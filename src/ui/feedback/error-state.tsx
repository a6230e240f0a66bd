import { TriangleAlert } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Button } from "../inputs/button.tsx";
import styles from "./empty-state.module.css";

type ErrorStateProps = { title: string; message?: string; onRetry?: () => void };

/** An error in its place, with a way to retry. */
export function ErrorState({ title, message, onRetry }: ErrorStateProps) {
  return (
    <div className={styles.empty} role="alert">
      <span className={styles.icon} data-tone="bad">
        <TriangleAlert size="1.375rem" strokeWidth={1.75} aria-hidden />
      </span>
      <p className={styles.title}>{title}</p>
      {message && <p className={styles.message}>{message}</p>}
      {onRetry && (
        <Button className={styles.action} variant="default" onClick={onRetry}>
          {t`Try again`}
        </Button>
      )}
    </div>
  );
}
