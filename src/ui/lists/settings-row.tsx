import type { LucideIcon } from "lucide-react";
import { Children, type ReactNode } from "react";
import { Row } from "../layout/stack.tsx";
import { Text } from "../layout/text.tsx";
import styles from "./settings-row.module.css";

type SettingsRowProps = {
  icon: LucideIcon;
  name: ReactNode;
  /** Shown when the pointer rests on the name. */
  hint?: string | undefined;
  /** After the name. */
  badges?: ReactNode;
  /** What it is, below the name. */
  description?: string;
  /** Short facts, with a dot between each two; those that are empty or `false` are omitted. */
  facts?: ReactNode[];
  /** Buttons, at the end; on a phone below the text if there are several. */
  actions?: ReactNode;
  /** Controls below the text. */
  children?: ReactNode;
};

/** One item of a list of settings: its name, what it is, facts about it and its actions. */
export function SettingsRow(props: SettingsRowProps) {
  const { icon: Icon, name, hint, badges, description, facts, actions, children } = props;
  return (
    <Row as="li" gap={12} pad="12px 16px" lined className={styles.row}>
      <Icon size={18} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <Text as="div" grow>
        <Row as="p" lineGap={2} wrap weight="medium" overflow="break" title={hint}>
          {name}
          {badges}
        </Row>
        {description && (
          <Text tone="soft" size="list" overflow="break">
            {description}
          </Text>
        )}
        {facts && (
          <Row as="p" gap={0} align="stretch" wrap size="list" tone="soft" className={styles.facts}>
            {Children.map(facts, (fact) => fact && <span>{fact}</span>)}
          </Row>
        )}
        {children}
      </Text>
      {actions && (
        <Row noShrink justify="end" className={styles.actions}>
          {actions}
        </Row>
      )}
    </Row>
  );
}
