import { Link } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./review.module.css";

export type ReviewedRecord = {
  key: string;
  title: string;
  /** Its page. */
  href: string;
  /** When it was, and what became of it. */
  detail: string;
  icon?: LucideIcon;
};

/** The records behind a figure, each a link to its page. */
export const Records = ({ records, label }: { records: readonly ReviewedRecord[]; label?: string }) => (
  <ul aria-label={label}>
    {records.map(({ key, title, href, detail, icon: Icon }) => (
      <Row as="li" key={key} gap={10} className={styles.record}>
        {Icon && <Icon size={16} strokeWidth={1.75} color="var(--good)" aria-hidden />}
        <Text as="span" size="list" overflow="dots" grow>
          <Link to={href} title={title}>
            {title}
          </Link>
        </Text>
        <Text as="span" size="label" tone="soft" isTabular noShrink>
          {detail}
        </Text>
      </Row>
    ))}
  </ul>
);
