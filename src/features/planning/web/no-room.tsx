import { t } from "#i18n/message.ts";
import { formatDuration } from "#platform/time/durations.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./plan-panel.module.css";
import { KINDS } from "./plan-words.ts";
import type { ProposalOnWire } from "./proposal-rows.ts";

/** What found no time in these days, and why. */
export function NoRoom({ unplaced }: Pick<ProposalOnWire, "unplaced">) {
  if (unplaced.length === 0) return null;
  const title = t`No room`;
  return (
    <Stack as="section" gap={4} aria-label={title}>
      <Text as="h3" size="list">
        {title}
      </Text>
      <ul>
        {unplaced.map(({ item, kind, title: name, minutes, text }) => {
          const { icon: Icon, word } = KINDS[kind];
          return (
            <Row as="li" key={item} gap={6} align="start" pad="6px 0">
              <Icon size="0.875rem" strokeWidth={1.75} className={styles.kind} aria-label={word} />
              <Stack as="span" gap={2} grow>
                <Row as="span" gap={8} justify="space-between" align="baseline">
                  <Text as="span" size="list" weight="medium" overflow="break">
                    {name}
                  </Text>
                  <Text as="span" size="label" tone="faint" isTabular noShrink>
                    {formatDuration(minutes)}
                  </Text>
                </Row>
                <Text as="span" size="label" tone="soft">
                  {text}
                </Text>
              </Stack>
            </Row>
          );
        })}
      </ul>
    </Stack>
  );
}
