import { Send } from "lucide-react";
import { useState } from "react";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t, term } from "#i18n/message.ts";
import { Badge, type Tone } from "#ui/display/badge.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { type Answer, type EventOnWire, NOT_INVITED, SENDING_INVITATION } from "../../model.ts";
import { eventInvitations } from "../api.ts";
import { CallAttendees } from "../events/call-attendees.tsx";
import { eventRecords } from "../records.ts";
import { InvitationDelivery } from "./invitation-delivery.tsx";
import { type ProposedTimes, ProposeTime } from "./propose-time.tsx";
import { OwnProposal, TimeProposals } from "./time-proposals.tsx";

const WORDS: Record<Answer, { label: string; tone: Tone }> = {
  "needs-action": { label: t`No answer yet`, tone: "neutral" },
  accepted: { label: t`Accepted`, tone: "good" },
  tentative: { label: t`Tentative`, tone: "warn" },
  declined: { label: t`Declined`, tone: "bad" },
};
const ANSWERS = [
  { answer: "accepted", label: term("Accept", "button: accept an invitation") },
  { answer: "tentative", label: term("Tentative", "button: perhaps attend") },
  { answer: "declined", label: term("Decline", "button: decline an invitation") },
] as const;

/** The attendees and their answers; the user's own answer if somebody else invited. */
export function AttendeeList({ event, onDone }: { event: EventOnWire; onDone(): void }) {
  const { id, organizer, participants, attendees, invitation } = event;
  const { isBusy, act } = useInvitationAction(onDone);
  // Who sent invitations is the organizer.
  const isOwn = organizer === null || invitation !== "none";
  if (participants.length === 0 && attendees.length === 0) return null;
  return (
    <Stack as="section" gap={10} line="above" pad="16px 0px 0px" margin="16px 0 0" aria-label={t`Invitation`}>
      {organizer && !isOwn && (
        <Text tone="soft" size="list">
          {t`Organizer: ${organizer}`}
        </Text>
      )}
      {participants.length > 0 && <Answers participants={participants} />}
      {isOwn && event.invitationEmailId !== null && <InvitationDelivery emailId={event.invitationEmailId} />}
      {isOwn ? <TimeProposals {...{ event, isBusy, act }} /> : <OwnProposal event={event} />}
      {invitation === "no_mail_server" && (
        <Text tone="soft" size="list">
          {NOT_INVITED}
        </Text>
      )}
      <Row align="stretch" wrap>
        <CallAttendees addresses={[...attendees, ...(organizer === null ? [] : [organizer])]} />
        {isOwn ? (
          <OrganizerButtons {...{ id, invitation, isBusy, act }} />
        ) : (
          <AnswerButtons {...{ id, isBusy, act }} />
        )}
        {!isOwn && event.status !== "cancelled" && (
          <ProposeTime
            times={event}
            isBusy={isBusy}
            onPropose={(proposed) => void act(t`Failed to propose another time`, () => propose(id, proposed))}
          />
        )}
      </Row>
    </Stack>
  );
}

async function propose(eventId: string, proposed: ProposedTimes): Promise<string> {
  await eventInvitations.propose.call({ eventId, ...proposed });
  return t`Proposal sent`;
}

function useInvitationAction(onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const act = async (failure: string, run: () => Promise<string | null>) => {
    setBusy(true);
    try {
      const done = await run();
      if (done !== null) toast.success(done);
      await eventRecords.refresh();
      onDone();
    } catch (error) {
      toast.failure(failure, error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return { isBusy, act };
}

const Answers = ({ participants }: Pick<EventOnWire, "participants">) => (
  <Stack as="ul" gap={6} aria-label={term("Answers", "of those invited")}>
    {participants.map(({ address, name, status = "needs-action" }) => (
      <Row as="li" key={address} gap={12} justify="space-between">
        <Row as="span" shrink>
          <PersonAvatar email={address} name={name ?? address} size="small" />
          <Text as="span" size="list" overflow="dots" title={address}>
            {name ?? address}
          </Text>
        </Row>
        <Badge tone={WORDS[status].tone} dot>
          {WORDS[status].label}
        </Badge>
      </Row>
    ))}
  </Stack>
);

type ButtonsProps = ReturnType<typeof useInvitationAction> & { id: string };

const AnswerButtons = ({ id, isBusy, act }: ButtonsProps) =>
  ANSWERS.map(({ answer, label }) => (
    <BusyButton
      key={answer}
      variant="default"
      isBusy={isBusy}
      onClick={() =>
        void act(t`Failed to answer the invitation`, async () => {
          await eventInvitations.answer.call({ eventId: id, answer });
          return WORDS[answer].label;
        })
      }
    >
      {label}
    </BusyButton>
  ));

function OrganizerButtons({ id, invitation, isBusy, act }: ButtonsProps & Pick<EventOnWire, "invitation">) {
  const send = () =>
    act(t`Failed to send the invitation`, async () => {
      const sent = await eventInvitations.send.call({ eventId: id });
      return sent.invitation === "no_mail_server" ? NOT_INVITED : SENDING_INVITATION;
    });
  const cancel = () =>
    act(t`Failed to cancel the event`, async () => {
      const sent = await eventInvitations.cancel.call({ eventId: id });
      return sent.notSentTo.length > 0
        ? t`Cancelled. Not notified: ${sent.notSentTo.join(", ")}`
        : t`Cancelled. All attendees were notified.`;
    });
  return (
    <>
      <BusyButton
        variant="default"
        isBusy={isBusy}
        leftSection={<Send size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => void send()}
      >
        {invitation === "sent" ? t`Send the invitation again` : t`Send invitations`}
      </BusyButton>
      {invitation !== "none" && (
        <BusyButton variant="subtle" color="red" isBusy={isBusy} onClick={() => void cancel()}>
          {t`Cancel and notify everyone`}
        </BusyButton>
      )}
    </>
  );
}
