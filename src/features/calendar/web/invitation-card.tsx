import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarClock, CalendarDays, CalendarX2, MailCheck } from "lucide-react";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { Badge, type Tone } from "#ui/display/badge.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { eventInvitations } from "./api.ts";
import styles from "./invitation-card.module.css";
import { timesOf } from "./invitation-times.ts";
import { ProposeTime } from "./invitations/propose-time.tsx";
import { Comment, nameOf, ownProposalText, ProposalButtons } from "./invitations/time-proposals.tsx";
import { planParts } from "./slots.ts";

const FocusNote = laterPart(async () => (await planParts.get()()).FocusNote);

type Invitation = NonNullable<Awaited<ReturnType<typeof eventInvitations.inMail.call>>["invitation"]>;
type AnswerChoice = "accepted" | "tentative" | "declined";

const ANSWERS: readonly { answer: AnswerChoice; label: string; tone: Tone }[] = [
  { answer: "accepted", label: term("Accept", "button: accept an invitation"), tone: "good" },
  { answer: "tentative", label: term("Tentative", "button: perhaps attend"), tone: "warn" },
  { answer: "declined", label: term("Decline", "button: decline an invitation"), tone: "bad" },
];
const KINDS = {
  request: { title: t`Invitation`, icon: CalendarDays },
  cancel: { title: t`Cancellation`, icon: CalendarX2 },
  reply: { title: term("Answer", "a message with an attendee's answer"), icon: MailCheck },
  counter: { title: t`Proposed time`, icon: CalendarClock },
  declinecounter: { title: t`Proposal declined`, icon: CalendarX2 },
};
const APPLY_LABELS = {
  cancel: t`Cancel it in my calendar`,
  reply: t`Take over the answer`,
  counter: t`Take over the proposal`,
  declinecounter: t`Take over the refusal`,
};
const ANSWER_LABELS = {
  accepted: t`Accepted`,
  tentative: t`Tentative`,
  declined: t`Declined`,
  "needs-action": t`No answer yet`,
};

/** A mail's event and the answer buttons. The mail changes nothing before one of them is pressed. */
export function InvitationCard({ emailId }: { emailId: string }) {
  const { isBusy, act } = useAct();
  const { data } = useQuery(eventInvitations.inMail.query({ emailId }));
  const invitation = data?.invitation;
  if (!invitation) return null;
  const { kind, title, location, organizer, eventId, problem } = invitation;
  const Icon = KINDS[kind].icon;
  return (
    <Row as="section" gap={12} align="start" surface="card" pad="14px 16px" aria-label={KINDS[kind].title}>
      <Icon size="1.25rem" strokeWidth={1.75} className={styles.icon} aria-hidden />
      <Text as="div" size="list" overflow="break" grow className={styles.facts}>
        <Row as="p" lineGap={4} wrap>
          <strong>{title || t`(No title)`}</strong>
          <State invitation={invitation} />
        </Row>
        <InvitationTimes invitation={invitation} />
        {location && <Text tone="soft">{location}</Text>}
        {organizer && (kind === "request" || kind === "cancel") && (
          <Text tone="soft">{t`Invited by ${organizer}`}</Text>
        )}
        {(problem ?? unverifiedSenderNotice(invitation)) && (
          <Text tone="warn">{problem ?? unverifiedSenderNotice(invitation)}</Text>
        )}
        {eventId && kind === "request" && !problem && <FocusNote eventId={eventId} />}
        <Row gap={10} lineGap={8} wrap className={styles.acts}>
          <DecisionButtons {...{ emailId, invitation, isBusy, act }} />
          {invitation.isUnapplied && kind !== "request" && !problem && (
            <BusyButton
              size="compact-md"
              variant="default"
              isBusy={isBusy}
              onClick={() =>
                void act(t`Failed to change the event`, t`Event updated successfully`, () =>
                  eventInvitations.applyMail.call({ emailId }),
                )
              }
            >
              {APPLY_LABELS[kind]}
            </BusyButton>
          )}
          {eventId && (
            <Link to="/calendar" search={{ event: eventId }} className={styles.link}>
              {t`Show in calendar`}
            </Link>
          )}
        </Row>
      </Text>
    </Row>
  );
}

type DecisionButtonsProps = ReturnType<typeof useAct> & { emailId: string; invitation: Invitation };

/** Of an invitation the answers and another time; of a proposal the organizer's decision. */
function DecisionButtons({ emailId, invitation, isBusy, act }: DecisionButtonsProps) {
  const { kind, problem, proposal, answer } = invitation;
  if (kind === "counter" && proposal?.state === "open")
    return (
      <ProposalButtons isBusy={isBusy} act={(failure, run) => act(failure, null, run)} proposal={proposal} />
    );
  if (kind !== "request" || problem) return null;
  return (
    <>
      <AnswerButtons currentAnswer={answer} {...{ emailId, isBusy, act }} />
      <ProposeTime
        // Closes when the proposal has been sent.
        key={`${proposal?.startTime} ${proposal?.endTime} ${proposal?.proposedAt}`}
        times={invitation}
        size="compact-md"
        isBusy={isBusy}
        onPropose={(proposed) =>
          void act(t`Failed to propose another time`, t`Proposal sent`, () =>
            eventInvitations.proposeInMail.call({ emailId, ...proposed }),
          )
        }
      />
    </>
  );
}

type AnswerButtonsProps = ReturnType<typeof useAct> & {
  emailId: string;
  currentAnswer: Invitation["answer"];
};

const AnswerButtons = ({ emailId, currentAnswer, isBusy, act }: AnswerButtonsProps) =>
  ANSWERS.map(({ answer, label }) => (
    <BusyButton
      key={answer}
      size="compact-md"
      variant={currentAnswer === answer ? "light" : "default"}
      aria-pressed={currentAnswer === answer}
      isBusy={isBusy}
      onClick={() =>
        void act(t`Failed to answer the invitation`, ANSWER_LABELS[answer], () =>
          eventInvitations.answerMail.call({ emailId, answer }),
        )
      }
    >
      {label}
    </BusyButton>
  ));

function useAct() {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  /** `done` null: the run returns what to show, if anything. */
  const act = async (failure: string, done: string | null, run: () => Promise<unknown>) => {
    setBusy(true);
    try {
      const result = await run();
      await queries.invalidateQueries({ queryKey: ["eventInvitations"] });
      const message = done ?? result;
      if (typeof message === "string") toast.success(message);
    } catch (error) {
      toast.failure(failure, error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return { isBusy, act };
}

/** Of a proposal the time as it is and as it would be. */
function InvitationTimes({ invitation }: { invitation: Invitation }) {
  const { kind, current, proposal, comment } = invitation;
  const isProposal = kind === "counter";
  if (kind === "declinecounter")
    return (
      <>
        {current && <p>{t`Stays at ${timesOf({ ...current, rrule: null })}`}</p>}
        <Text tone="soft">
          {proposal
            ? ownProposalText({ ...proposal, state: "declined" })
            : t`The organizer did not accept your proposal.`}
        </Text>
        <Comment text={comment} />
      </>
    );
  return (
    <>
      {isProposal && current && proposal?.state !== "accepted" && (
        <Text tone="soft">{t`Now: ${timesOf({ ...current, rrule: null })}`}</Text>
      )}
      <p>{isProposal ? proposedTimes(invitation) : timesOf(invitation)}</p>
      <Comment text={comment} />
      {kind === "request" && proposal && (
        <Text tone={proposal.state === "declined" ? "warn" : "soft"}>{ownProposalText(proposal)}</Text>
      )}
    </>
  );
}

function proposedTimes({ proposal, participants, ...invitation }: Invitation): string {
  if (!proposal) return t`The sender proposes: ${timesOf(invitation)}`;
  return t`${nameOf(participants, proposal.address)} proposes: ${timesOf({ ...invitation, ...proposal })}`;
}

const PROPOSAL_STATES: Readonly<Record<string, { label: string; tone: Tone }>> = {
  open: { label: t`Not answered yet`, tone: "warn" },
  declined: { label: t`Declined`, tone: "bad" },
  withdrawn: { label: t`Withdrawn`, tone: "neutral" },
  accepted: { label: t`Accepted`, tone: "good" },
  replaced: { label: t`Replaced by a newer proposal`, tone: "neutral" },
  outdated: { label: t`The event was changed since`, tone: "neutral" },
};

function ProposalState({ proposal, isUnapplied }: Pick<Invitation, "proposal" | "isUnapplied">) {
  const state = proposal && PROPOSAL_STATES[proposal.state];
  if (!state) return isUnapplied ? <Badge tone="warn">{t`Not taken over`}</Badge> : null;
  return <Badge tone={state.tone}>{state.label}</Badge>;
}

function State({ invitation }: { invitation: Invitation }) {
  const { kind, answer, eventId, isUnapplied } = invitation;
  if (kind === "counter") return <ProposalState {...invitation} />;
  if (kind === "declinecounter") return isUnapplied ? <Badge tone="warn">{t`Not taken over`}</Badge> : null;
  if (kind === "cancel") return <Badge tone="bad">{t`Cancelled`}</Badge>;
  if (kind === "reply") return isUnapplied ? <Badge tone="warn">{t`Not taken over`}</Badge> : null;
  if (isUnapplied) return <Badge tone="warn">{term("Changed", "an event was changed")}</Badge>;
  const known = ANSWERS.find((one) => one.answer === answer);
  if (known)
    return (
      <Badge tone={known.tone} dot>
        {ANSWER_LABELS[known.answer]}
      </Badge>
    );
  return eventId ? <Badge>{t`No answer yet`}</Badge> : null;
}

/** Senders of mails can be forged. */
function unverifiedSenderNotice({ isProven, isUnapplied, organizer, kind }: Invitation): string | null {
  if (isProven || !isUnapplied) return null;
  return kind === "reply" || kind === "counter" || organizer === null
    ? t`It is not proven that the sender wrote this message: your calendar stays as it is until you decide.`
    : t`It is not proven that ${organizer} wrote this message: your calendar stays as it is until you decide.`;
}
