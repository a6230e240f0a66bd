import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { t, term } from "#i18n/message.ts";
import { useAuth } from "../session/auth-provider.tsx";
import { AssistantIndicator } from "./assistant-indicator.tsx";
import { ADMIN, AREAS, type NavigationItem, SETTINGS } from "./navigation.ts";
import styles from "./sidebar.module.css";
import { ThemeRow } from "./theme-toggle.tsx";
import { useUnread } from "./use-unread.ts";

type SidebarProps = { onNavigate?: () => void; onAssistant(): void };

/** The areas, then settings and administration. Beside the page, or in a drawer on phones. */
export function Sidebar({ onNavigate, onAssistant }: SidebarProps) {
  const { isAdmin } = useAuth();
  const unread = useUnread();
  return (
    <nav className={styles.sidebar} aria-label={term("Main", "name of the main navigation")}>
      <ul className={styles.items}>
        {AREAS.map((item) => (
          <Item key={item.href} item={item} unread={unread[item.href]} onNavigate={onNavigate} />
        ))}
      </ul>
      <ul className={`${styles.items} ${styles.bottom}`}>
        {isAdmin && <Item item={ADMIN} onNavigate={onNavigate} />}
        <Item item={SETTINGS} onNavigate={onNavigate} />
        <li>
          <ThemeRow className={styles.item} />
        </li>
      </ul>
      <AssistantIndicator onOpen={onAssistant} />
    </nav>
  );
}

type ItemProps = {
  item: NavigationItem;
  unread?: number | undefined;
  onNavigate?: (() => void) | undefined;
};

/** The number of unread records describes the link; its name is the area. */
function Item({ item, unread = 0, onNavigate }: ItemProps) {
  const { label, href, icon: Icon } = item;
  const description = useId();
  return (
    <li className={styles.place}>
      <Link
        to={href}
        className={styles.item}
        activeProps={{ "aria-current": "page" }}
        activeOptions={{ exact: href === "/" }}
        aria-describedby={description}
        onClick={onNavigate}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden />
        {label}
      </Link>
      {unread > 0 && (
        <span id={description} className={styles.count}>
          {unread > 99 ? "99+" : unread}
          <span className="visually-hidden">{t` unread`}</span>
        </span>
      )}
    </li>
  );
}
