import { t } from "#i18n/message.ts";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { PlanBlock } from "./plan-block.tsx";
import type { ProposalState } from "./use-proposal.ts";

/** What the plan takes out of the calendar, each with the reason. */
export function RemovedBlocks({ proposal }: { proposal: ProposalState }) {
  const rows = proposal.rows.filter(({ change }) => change === "removed");
  if (rows.length === 0) return null;
  const title = t`Taken out of the calendar`;
  return (
    <Stack as="section" gap={4} aria-label={title}>
      <Text as="h3" size="list">
        {title}
      </Text>
      <ul>
        {rows.map((row) => (
          <PlanBlock key={row.key} row={row} proposal={proposal} />
        ))}
      </ul>
    </Stack>
  );
}
