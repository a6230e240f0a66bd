import type { ReactNode } from "react";
import type { ElementProps } from "../layout/element.ts";
import { Row, Stack } from "../layout/stack.tsx";
import { Text } from "../layout/text.tsx";
import styles from "./list-row.module.css";

type ListRowProps = Omit<ElementProps, "title" | "as"> & {
  /** A 'button' is pressed as a whole, a 'label' toggles its control; both show that on hover. */
  as?: "div" | "li" | "label" | "button";
  /** Before the text: an icon, an avatar, a checkbox. */
  leading?: ReactNode;
  title: ReactNode;
  /** Below the title. */
  detail?: ReactNode;
  /** At the end of the title's line: a date, a size. */
  facts?: ReactNode;
  /** Buttons, at the end. */
  actions?: ReactNode;
  isSelected?: boolean;
  isUnread?: boolean;
};

/** One item of a list: its name, its details and its actions. */
export function ListRow({
  as = "div",
  leading,
  title,
  detail,
  facts,
  actions,
  isSelected,
  isUnread,
  className,
  ...element
}: ListRowProps) {
  const classes = className ? `${styles.row} ${className}` : styles.row;
  const states = { "data-selected": isSelected || undefined, "data-unread": isUnread || undefined };
  const kind = as === "button" ? ({ type: "button" } as const) : {};
  return (
    <Row {...kind} {...element} {...states} as={as} gap={10} className={classes}>
      {leading}
      <Stack as="span" gap={0} grow>
        <Row as="span" gap={12} align="baseline">
          <Text as="span" overflow="dots" grow className={styles.title}>
            {title}
          </Text>
          {facts && (
            <Text as="span" tone="faint" size="label" isTabular className={styles.facts}>
              {facts}
            </Text>
          )}
        </Row>
        {detail}
      </Stack>
      {actions}
    </Row>
  );
}
