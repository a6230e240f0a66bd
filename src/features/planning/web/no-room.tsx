import { plural, t } from "#i18n/message.ts";
import { formatDuration } from "#platform/time/durations.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./plan-panel.module.css";
import { KINDS } from "./plan-words.ts";
import type { ProposalOnWire } from "./proposal-rows.ts";

const { icon: Icon, word } = KINDS.preparation;
/** From here on one line names them all: else they hide what else has no room. */
const MANY = 3;

/** What found no time in these days, and why. */
export function NoRoom({ unplaced }: Pick<ProposalOnWire, "unplaced">) {
  if (unplaced.length === 0) return null;
  const title = t`No room`;
  const meetings = unplaced.filter(({ kind }) => kind === "preparation");
  const isMany = meetings.length >= MANY;
  const rows = isMany ? unplaced.filter(({ kind }) => kind !== "preparation") : unplaced;
  return (
    <Stack as="section" gap={4} aria-label={title}>
      <Text as="h3" size="list">
        {title}
      </Text>
      <ul>
        {rows.map(({ item, kind, title: name, minutes, text }) => {
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
        {isMany && (
          <Row as="li" gap={6} align="start" pad="6px 0">
            <Icon size="0.875rem" strokeWidth={1.75} className={styles.kind} aria-label={word} />
            <Stack as="span" gap={2} grow>
              <Text as="span" size="list" weight="medium">
                {plural(meetings.length, {
                  one: `${meetings.length} meeting without preparation`,
                  other: `${meetings.length} meetings without preparation`,
                })}
              </Text>
              <Text as="span" size="label" tone="soft" overflow="break">
                {meetings.map((meeting) => meeting.title).join(" · ")}
              </Text>
            </Stack>
          </Row>
        )}
      </ul>
    </Stack>
  );
}
