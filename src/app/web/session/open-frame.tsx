import type { ReactNode } from "react";
import { Row } from "#ui/layout/stack.tsx";
import { Logo } from "../shell/logo.tsx";
import styles from "./open-frame.module.css";
import { useSystem } from "./use-system.ts";

/** The layout of a page for visitors: the name of the instance, and one sheet. */
export function OpenFrame({ children }: { children: ReactNode }) {
  const { appName } = useSystem();
  return (
    <div className={styles.page}>
      <Row as="header" tone="soft" gap={10}>
        <Logo size="1.5rem" />
        <span>{appName}</span>
      </Row>
      <main className={styles.sheet}>{children}</main>
    </div>
  );
}
