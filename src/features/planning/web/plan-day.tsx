import { t } from "#i18n/message.ts";
import { formatDuration } from "#platform/time/durations.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { PlanBlock } from "./plan-block.tsx";
import { dayName } from "./plan-words.ts";
import { minutesOf, type PlanRow, type ProposalOnWire } from "./proposal-rows.ts";
import type { ProposalState } from "./use-proposal.ts";

type PlanDayProps = {
  day: string;
  rows: readonly PlanRow[];
  notes: ProposalOnWire["notes"];
  proposal: ProposalState;
  /** Shows the day in the grid. */
  onShow?(): void;
};

/** The blocks of one day, and how much that is. */
export function PlanDay({ day, rows, notes, proposal, onShow }: PlanDayProps) {
  const minutes = rows
    .filter(({ item }) => !proposal.isLeftOut(item))
    .reduce((sum, row) => sum + minutesOf(row), 0);
  const name = dayName(day);
  return (
    <Stack as="section" gap={4} aria-label={name}>
      <Row as="header" justify="space-between" align="baseline" gap={8}>
        <Text as="h3" size="list">
          {onShow ? (
            <PlainButton title={t`Show ${name}`} onClick={onShow}>
              {name}
            </PlainButton>
          ) : (
            name
          )}
        </Text>
        <Text as="span" size="label" tone="faint" isTabular noShrink>
          {formatDuration(minutes)}
        </Text>
      </Row>
      {notes.map(({ text }) => (
        <Text key={text} size="label" tone="warn">
          {text}
        </Text>
      ))}
      <ul>
        {rows.map((row) => (
          <PlanBlock key={row.key} row={row} proposal={proposal} />
        ))}
      </ul>
    </Stack>
  );
}
