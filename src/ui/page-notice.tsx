import { createContext, type ReactNode, use } from "react";
import styles from "./page-notice.module.css";

const PageNoticeContext = createContext<ReactNode>(null);

/** Provides a line for the pages inside to show, such as what waits until an address is confirmed. */
export const PageNoticeProvider = PageNoticeContext;

/**
 * Where a page shows that line: above its list, where users look for missing content. `strip` is the full width of a
 * framed list, `page` separate above the content, `list` between a toolbar and its rows.
 */
export function PageNotice({ place }: { place: "list" | "page" | "strip" }) {
  return (
    <div className={styles.notice} data-place={place}>
      {use(PageNoticeContext)}
    </div>
  );
}
