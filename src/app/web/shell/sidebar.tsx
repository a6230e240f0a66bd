import { Link } from "@tanstack/react-router";
import { useAuth } from "../session/auth-provider.tsx";
import { AssistantIndicator } from "./assistant-indicator.tsx";
import { ADMIN, AREAS, type NavigationItem, SETTINGS } from "./navigation.ts";
import styles from "./sidebar.module.css";
import { ThemeRow } from "./theme-toggle.tsx";

/** The areas, then settings and administration. Beside the page, or in a drawer on phones. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { isAdmin } = useAuth();
  return (
    <nav className={styles.sidebar} aria-label="Main">
      <ul className={styles.items}>
        {AREAS.map((item) => (
          <Item key={item.href} item={item} onNavigate={onNavigate} />
        ))}
      </ul>
      <ul className={`${styles.items} ${styles.bottom}`}>
        {isAdmin && <Item item={ADMIN} onNavigate={onNavigate} />}
        <Item item={SETTINGS} onNavigate={onNavigate} />
        <li>
          <ThemeRow className={styles.item} />
        </li>
      </ul>
      <AssistantIndicator />
    </nav>
  );
}

function Item({ item, onNavigate }: { item: NavigationItem; onNavigate?: (() => void) | undefined }) {
  const { label, href, icon: Icon } = item;
  return (
    <li>
      <Link
        to={href}
        className={styles.item}
        activeProps={{ "aria-current": "page" }}
        activeOptions={{ exact: href === "/" }}
        onClick={onNavigate}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden />
        {label}
      </Link>
    </li>
  );
}
