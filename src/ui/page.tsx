import { type ReactNode, useEffect } from "react";
import { Row } from "./layout/stack.tsx";
import { Text } from "./layout/text.tsx";
import styles from "./page.module.css";
import { useProductName } from "./product-name.ts";

type PageProps = {
  title: string;
  /** The name of the area in the navigation, for the tab of the browser, where the title is another. */
  area?: string;
  subtitle?: string;
  /** The primary action of the page. */
  primaryAction?: ReactNode;
  /** Secondary actions. */
  actions?: ReactNode;
  /** A row of StatCards. */
  stats?: ReactNode;
  /** A tab list; the panels are the children. */
  tabs?: ReactNode;
  /** Mail, calendar and messages use the whole width. */
  wide?: boolean;
  /** A page of work: on a phone its actions are beside the title (`PageButton`), so that the list begins high up. */
  isCompact?: boolean;
  /**
   * 'compact' has its statistics beside the tabs; in 'screen' the children also have the height that is left of the
   * screen. On a phone the subtitle, the secondary actions and the statistics are shown only if it is unfolded.
   */
  density?: "compact" | "screen" | undefined;
  isUnfolded?: boolean;
  /** A back link above the title. */
  backLink?: ReactNode;
  children?: ReactNode;
};

/** The layout of every page: title, actions, stats, tabs, content, always in the same places. */
export function Page({
  title,
  area = title,
  subtitle,
  primaryAction,
  actions,
  stats,
  tabs,
  wide,
  isCompact,
  density,
  isUnfolded,
  backLink: before,
  children,
}: PageProps) {
  useDocumentTitle(area);
  return (
    <div
      className={styles.page}
      data-wide={wide || undefined}
      data-compact={isCompact || undefined}
      data-dense={density}
      data-unfolded={isUnfolded || undefined}
    >
      {before}
      <Row
        as="header"
        gap={24}
        lineGap={12}
        align="start"
        justify="space-between"
        wrap
        className={styles.head}
      >
        <div className={styles.text}>
          <h1 className={styles.title}>{title}</h1>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {(actions || primaryAction) && (
          <div className={styles.actions}>
            <div className={styles.secondary}>{actions}</div>
            {primaryAction}
          </div>
        )}
      </Row>
      {stats && !density && <div className={styles.stats}>{stats}</div>}
      <div className={styles.tabs}>
        {tabs}
        {density && <div className={styles.figures}>{stats}</div>}
      </div>
      <Text as="div" shrink className={styles.content}>
        {children}
      </Text>
    </div>
  );
}

export function useDocumentTitle(title: string): void {
  const product = useProductName();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
