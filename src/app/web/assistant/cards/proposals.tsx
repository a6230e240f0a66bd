import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { Button } from "#ui/inputs/button.tsx";
import { TextButton } from "#ui/inputs/text-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { ChatMessage } from "../../api.ts";
import type { ProposalDecision } from "../use-conversation.ts";
import styles from "./call-card.module.css";
import { CallCard } from "./call-card.tsx";
import type { CallChanges } from "./call-editor.tsx";

export type Proposal = ChatMessage["proposals"][number];
export type DecideProposal = (decision: ProposalDecision) => Promise<void>;

/** Steps of a plan that are shown before the rest is unfolded. */
const FIRST_STEPS = 10;

type ProposalsProps = {
  proposals: readonly Proposal[];
  onDecide: DecideProposal;
  onEdit(proposal: Proposal, changes: CallChanges): Promise<void>;
};

/** What an answer proposes: one card, or the numbered steps of a plan, which are approved together. */
export function Proposals({ proposals, onDecide, onEdit }: ProposalsProps) {
  const [isBusy, setBusy] = useState(false);
  const waiting = proposals.filter(({ state }) => state === "waiting");
  const isPlan = waiting.length > 1;
  const [isOpen, setOpen] = useState(false);
  const decide = async (decision: ProposalDecision) => {
    setBusy(true);
    await onDecide(decision);
    setBusy(false);
  };
  const shown = isPlan && !isOpen ? proposals.slice(0, FIRST_STEPS) : proposals;
  return (
    <Stack gap={8}>
      <Stack as="ol" gap={8} className={styles.proposals} aria-label={isPlan ? t`Steps` : undefined}>
        {shown.map((proposal) => (
          <li key={proposal.id}>
            <ProposalCard
              proposal={proposal}
              step={isPlan ? waiting.indexOf(proposal) + 1 : undefined}
              isBusy={isBusy}
              onDecide={(act) => void decide({ act, proposal })}
              onEdit={(changes) => onEdit(proposal, changes)}
            />
          </li>
        ))}
      </Stack>
      {shown.length < proposals.length && (
        <TextButton
          onClick={() => setOpen(true)}
        >{t`and ${proposals.length - shown.length} more`}</TextButton>
      )}
      {isPlan && (
        <Row gap={4} wrap className={styles.acts}>
          <Button disabled={isBusy} onClick={() => void decide({ act: "approveAll", proposals: waiting })}>
            {t`Approve all ${waiting.length}`}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            disabled={isBusy}
            onClick={() => void decide({ act: "dismissAll", proposals: waiting })}
          >
            {t`Discard all`}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

const DECIDED = {
  done: t`Approved and done`,
  dismissed: t`Not done`,
  expired: t`Expired: ask for it again`,
};

type ProposalCardProps = {
  proposal: Proposal;
  step: number | undefined;
  isBusy: boolean;
  onDecide(act: "approve" | "dismiss"): void;
  onEdit(changes: CallChanges): Promise<void>;
};

/** Shown outside of the answer's text: exactly what would be called; only its button approves it. */
function ProposalCard({ proposal, step, isBusy, onDecide, onEdit }: ProposalCardProps) {
  const { state, description, summary, warnings, editedAt } = proposal;
  if (state !== "waiting" || !description)
    return (
      <Stack as="section" gap={2} className={styles.decided} aria-label={t`Needs your approval`}>
        <Text size="list" overflow="break">
          {summary}
        </Text>
        <Text tone="faint" size="label">
          {DECIDED[state === "waiting" ? "expired" : state]}
        </Text>
      </Stack>
    );
  return (
    <CallCard
      label={step === undefined ? t`Needs your approval` : t`Step ${step}`}
      description={description}
      warnings={warnings}
      isEdited={editedAt !== null}
      isBusy={isBusy}
      {...(step !== undefined && { step })}
      onDecide={onDecide}
      onEdit={(changes) => reasonOf(onEdit(changes))}
    />
  );
}

/** Why a change was refused; null if it was made. */
export async function reasonOf(saving: Promise<unknown>): Promise<string | null> {
  try {
    await saving;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/** '3 steps' */
export const stepCount = (count: number): string =>
  plural(count, { one: `${count} step`, other: `${count} steps` });
