import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { t } from "#i18n/message.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import sidebar from "../shell/sidebar.module.css";
import styles from "./admin-frame.module.css";
import { ADMIN_PAGES, type AdminSection, ANNOUNCED_PAGES } from "./admin-navigation.ts";

/** Around every page of the admin area: its own sidebar, which on narrow screens is a strip above the page. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const headingId = useId();
  return (
    <Row gap={0} align="start" className={styles.frame}>
      <nav className={styles.side} aria-label={t`Admin`}>
        <ul className={styles.links}>
          {ADMIN_PAGES.map((section) => (
            <SectionLink key={section.href} section={section} />
          ))}
        </ul>
        <p id={headingId} className={styles.heading}>
          {t`Announced`}
        </p>
        <ul className={styles.links} aria-labelledby={headingId}>
          {ANNOUNCED_PAGES.map((section) => (
            <SectionLink key={section.href} section={section} />
          ))}
        </ul>
      </nav>
      <Text as="div" grow>
        {children}
      </Text>
    </Row>
  );
}

function SectionLink({ section: { href, label, icon: Icon } }: { section: AdminSection }) {
  const { pathname } = useLocation();
  return (
    <li>
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
  );
}

const scrollToLink = (link: HTMLElement | null) =>
  link?.scrollIntoView({ block: "nearest", inline: "center" });
