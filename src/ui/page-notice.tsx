import { createContext, type ReactNode, use } from "react";
import styles from "./page-notice.module.css";

const PageNoticeContext = createContext<ReactNode>(null);

/** Gives the pages inside a line to show, such as what waits for an address. */
export const PageNoticeProvider = PageNoticeContext;

/**
 * Where a page shows that line: above its list, where people look for what is missing. `strip` goes from edge to edge of a
 * framed list, `page` stands by itself above the content, `list` between a toolbar and its rows.
 */
export function PageNotice({ place }: { place: "list" | "page" | "strip" }) {
  return (
    <div className={styles.notice} data-place={place}>
      {use(PageNoticeContext)}
    </div>
  );
}
