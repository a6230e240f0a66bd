import type { ReactNode } from "react";
import { Row } from "../layout/stack.tsx";
import styles from "./tab-bar.module.css";

/** Tabs on the left, and on the right of their line how the shown one is displayed. */
export const TabBar = ({ tabs, children }: { tabs: ReactNode; children: ReactNode }) => (
  <Row gap={8} align="center" justify="space-between" className={styles.bar}>
    {tabs}
    {children && <span className={styles.aside}>{children}</span>}
  </Row>
);
