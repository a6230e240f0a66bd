import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Row, type RowProps } from "../layout/stack.tsx";
import styles from "./notice.module.css";

type NoticeProps = Omit<RowProps, "tone"> & {
  icon?: LucideIcon;
  tone?: "info" | "accent" | "good" | "warn" | "bad";
  /** Full width of its container, with a line below. */
  isStrip?: boolean;
  /** Buttons, at the end. */
  actions?: ReactNode;
};

/** A short message that the page must not hide: something is missing, waiting or in progress. */
export function Notice({ icon: Icon, tone, isStrip, actions, children, className, ...row }: NoticeProps) {
  return (
    <Row
      gap={12}
      lineGap={8}
      align={actions ? "center" : "start"}
      wrap
      {...row}
      className={className ? `${styles.notice} ${className}` : styles.notice}
      data-notice={tone}
      data-strip={isStrip || undefined}
    >
      {Icon && <Icon width={16} strokeWidth={1.75} aria-hidden />}
      <div className={styles.words}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </Row>
  );
}
