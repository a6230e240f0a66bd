import { Link } from "@tanstack/react-router";
import { ArrowRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Text } from "#ui/layout/text.tsx";
import styles from "./admin-link.module.css";

export type AdminLinkProps = {
  icon: LucideIcon;
  title: string;
  /** A page of the application; the help, which is outside of it, has its own tab. */
  to: string;
  search?: Record<string, string>;
  fact?: ReactNode;
  children: string;
};

/** One line of a list of pages: what it is called, and what is there. */
export function AdminLink({ icon: Icon, title, to, search, fact, children }: AdminLinkProps) {
  const inside = (
    <>
      <Icon size={18} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <Text as="span" grow>
        <Text as="span" weight="medium" display="block">
          {title}
        </Text>
        <Text as="span" size="list" tone="soft" display="block">
          {children}
        </Text>
      </Text>
      {fact}
      <ArrowRight size={16} strokeWidth={1.75} className={styles.icon} aria-hidden />
    </>
  );
  return (
    <li className={styles.line}>
      {to === "/help" ? (
        <a href={to} target="_blank" rel="noopener" className={styles.link}>
          {inside}
        </a>
      ) : (
        <Link to={to} search={search ?? {}} className={styles.link}>
          {inside}
        </Link>
      )}
    </li>
  );
}
