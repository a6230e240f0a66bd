import { useRecord } from "#platform/client/use-records.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import type { DecisionOnWire } from "../../model.ts";
import { decisionRecords } from "../records.ts";
import styles from "./decision-card.module.css";
import { DecisionFacts, Tally } from "./decision-facts.tsx";
import { DecisionMenu } from "./decision-menu.tsx";
import { VoteForm } from "./vote-form.tsx";

type DecisionCardProps = { id: string; onOpen(id: string): void };

export function DecisionCard({ id, onOpen }: DecisionCardProps) {
  const decision = useRecord(decisionRecords, id);
  if (!decision) return null;
  return (
    <Box pad="0 0 12px">
      <Stack
        as="article"
        gap={10}
        surface="card"
        pad="12px 12px 16px 16px"
        aria-label={decision.title}
        data-decision={id}
      >
        <Row as="header" align="start">
          <Text as="h3" size="section" grow margin="4px 0 0" lineHeight={1.5}>
            <PlainButton className={styles.open} onClick={() => onOpen(id)}>
              {decision.title}
            </PlainButton>
          </Text>
          {decision.mayManage && decision.isWorkspaceActive && <DecisionMenu decision={decision} />}
        </Row>
        <DecisionFacts decision={decision} />
        {decision.description && (
          <Text tone="soft" lines={3} className={styles.description}>
            {decision.description}
          </Text>
        )}
        <DecisionBody decision={decision} />
      </Stack>
    </Box>
  );
}

export const DecisionBody = ({ decision }: { decision: DecisionOnWire }) => (
  <>
    <Tally decision={decision} />
    {decision.mayVote && <VoteForm decision={decision} />}
  </>
);
