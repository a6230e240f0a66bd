import { Check, X } from "lucide-react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { currentProposals, type EventOnWire, NOT_INVITED, type TimeProposal } from "../../model.ts";
import { eventInvitations, events } from "../api.ts";
import { offerReturn } from "../events/event-actions.ts";
import { timesOf } from "../invitation-times.ts";
import styles from "./time-proposals.module.css";

/** What the attendees of the user's own event propose. */
export function TimeProposals({ event, isBusy, act }: { event: EventOnWire } & Acting) {
  const open = openProposals(event);
  if (open.length === 0) return null;
  return (
    <Stack as="ul" gap={10} aria-label={t`Proposed times`}>
      {open.map((proposal) => (
        <Stack as="li" key={proposal.address} gap={8} className={styles.proposal}>
          <Text size="list" overflow="break">
            {rich(t`<0/> proposes ${describeProposal(event, proposal)}`, () => (
              <strong>{nameOf(event.participants, proposal.address)}</strong>
            ))}
          </Text>
          <Comment text={proposal.comment} />
          <Row gap={8} wrap>
            <ProposalButtons {...{ isBusy, act }} proposal={{ ...proposal, eventId: event.id }} />
          </Row>
        </Stack>
      ))}
    </Stack>
  );
}

const openProposals = (event: EventOnWire) =>
  currentProposals(event).filter(
    ({ state, address }) => state === "open" && event.participants.some((one) => one.address === address),
  );

export const nameOf = (
  participants: readonly { address: string; name?: string | null | undefined }[],
  address: string,
): string => participants.find((one) => one.address === address)?.name ?? address;

const describeProposal = ({ rrule }: EventOnWire, proposal: TimeProposal): string => {
  const times = timesOf({ ...proposal, rrule: null });
  return proposal.recurrenceId === null && rrule !== null ? t`${times}, for the whole series` : times;
};

/** A stranger's words: plain text, with its line breaks. */
export const Comment = ({ text }: { text: string | null }) =>
  text && (
    <Text size="list" tone="soft" overflow="break" className={styles.comment}>
      {text}
    </Text>
  );

/** What the user proposed to the organizer, and what became of it. */
export function OwnProposal({
  event,
}: {
  event: Pick<EventOnWire, "proposals" | "sequence" | "recurrenceId">;
}) {
  const [proposal] = currentProposals(event);
  if (!proposal) return null;
  return (
    <Text size="list" tone={proposal.state === "declined" ? "warn" : "soft"} overflow="break">
      {ownProposalText(proposal)}
    </Text>
  );
}

export function ownProposalText(
  proposal: Pick<TimeProposal, "startTime" | "endTime" | "isAllDay"> & { state: string },
): string {
  const times = timesOf({ ...proposal, rrule: null });
  return proposal.state === "declined"
    ? t`You proposed ${times}. The organizer did not accept your proposal.`
    : t`You proposed ${times}.`;
}

type Acting = {
  isBusy: boolean;
  act(failure: string, run: () => Promise<string | null>): Promise<void>;
};
type NamedProposal = Pick<TimeProposal, "address" | "startTime" | "endTime" | "recurrenceId"> & {
  eventId: string;
};

export const ProposalButtons = ({ proposal, isBusy, act }: Acting & { proposal: NamedProposal }) => (
  <>
    <BusyButton
      size="compact-md"
      variant="light"
      isBusy={isBusy}
      leftSection={<Check size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => void act(t`Failed to accept the proposal`, () => accept(proposal))}
    >
      {t`Accept and move`}
    </BusyButton>
    <BusyButton
      size="compact-md"
      variant="default"
      isBusy={isBusy}
      leftSection={<X size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => void act(t`Failed to decline the proposal`, () => decline(proposal))}
    >
      {t`Decline proposal`}
    </BusyButton>
  </>
);

const inputOf = ({ eventId, address, startTime, endTime }: NamedProposal) => ({
  ...{ eventId, address, startTime, endTime },
});

async function accept(proposal: NamedProposal): Promise<null> {
  const shown = await events.get.call({ id: proposal.eventId });
  const isOfSeries = proposal.recurrenceId === null && shown.seriesId !== null && shown.rrule !== null;
  const before = isOfSeries ? await events.get.call({ id: shown.seriesId ?? "" }) : shown;
  const sent = await eventInvitations.acceptProposal.call(inputOf(proposal));
  if (sent.notSentTo.length > 0) toast.notice(NOT_INVITED, sent.notSentTo.join(", "));
  const { startTime, endTime, isAllDay } = before;
  offerReturn(isOfSeries ? before.id : sent.eventId, { startTime, endTime, isAllDay });
  return null;
}

async function decline(proposal: NamedProposal): Promise<string> {
  await eventInvitations.declineProposal.call(inputOf(proposal));
  return t`Proposal declined`;
}
