import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import sidebar from "../shell/sidebar.module.css";
import styles from "./admin-frame.module.css";
import { ADMIN_SECTIONS } from "./admin-navigation.ts";

/** Around every page of the admin area: its own sidebar, which on narrow screens is a strip above the page. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Row gap={0} align="start" className={styles.frame}>
      <nav className={styles.side} aria-label="Admin">
        <ul className={styles.links}>
          {ADMIN_SECTIONS.map(({ href, label, icon: Icon }) => (
            <li key={href}>
              <Link
                to={href}
                ref={href === pathname ? scrollToLink : null}
                className={`${sidebar.item} ${styles.link}`}
                activeProps={{ "aria-current": "page" }}
                activeOptions={{ exact: true, includeSearch: false }}
              >
                <Icon size={16} strokeWidth={1.75} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Text as="div" grow>
        {children}
      </Text>
    </Row>
  );
}

const scrollToLink = (link: HTMLElement | null) =>
  link?.scrollIntoView({ block: "nearest", inline: "center" });
