import type { ReactNode } from "react";
import styles from "./badge.module.css";

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad" | "info";

type BadgeProps = {
  tone?: Tone;
  /** A dot before the text: for states, which are never shown by color alone. */
  dot?: boolean;
  /** Without the tinted background: a dot and text. */
  plain?: boolean;
  children: ReactNode;
};

export function Badge({ tone = "neutral", dot, plain, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} data-plain={plain || undefined}>
      {dot && <span className={styles.dot} aria-hidden />}
      {children}
    </span>
  );
}
