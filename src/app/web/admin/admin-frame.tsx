import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import styles from "./admin-frame.module.css";
import { ADMIN_PLACES } from "./admin-navigation.ts";

/** Around every page of the admin area: its own sidebar, which on narrow screens is a strip above the page. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const here = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another link to bring into view
  useEffect(() => here.current?.scrollIntoView({ block: "nearest", inline: "center" }), [pathname]);
  return (
    <div className={styles.frame}>
      <nav className={styles.side} aria-label="Admin">
        <ul className={styles.links}>
          {ADMIN_PLACES.map(({ href, label, icon: Icon }) => (
            <li key={href}>
              <Link
                to={href}
                ref={href === pathname ? here : null}
                className={styles.link}
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
      <div className={styles.page}>{children}</div>
    </div>
  );
}
