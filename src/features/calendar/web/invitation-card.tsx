import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarDays, CalendarX2, MailCheck } from "lucide-react";
import { useState } from "react";
import { Badge, type Tone } from "#ui/display/badge.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { eventInvitations } from "./api.ts";
import styles from "./invitation-card.module.css";
import { timesOf } from "./invitation-times.ts";

type Invitation = NonNullable<Awaited<ReturnType<typeof eventInvitations.inMail.call>>["invitation"]>;
type AnswerChoice = "accepted" | "tentative" | "declined";

const ANSWERS: readonly { answer: AnswerChoice; label: string; tone: Tone }[] = [
  { answer: "accepted", label: "Accept", tone: "good" },
  { answer: "tentative", label: "Tentative", tone: "warn" },
  { answer: "declined", label: "Decline", tone: "bad" },
];
const KINDS = {
  request: { title: "Invitation", icon: CalendarDays },
  cancel: { title: "Cancellation", icon: CalendarX2 },
  reply: { title: "Answer", icon: MailCheck },
};
const ANSWER_LABELS = {
  accepted: "Accepted",
  tentative: "Tentative",
  declined: "Declined",
  "needs-action": "No answer yet",
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
      <Icon size={20} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <Text as="div" size="list" overflow="break" grow className={styles.facts}>
        <Row as="p" lineGap={4} wrap>
          <strong>{title || "(No title)"}</strong>
          <State invitation={invitation} />
        </Row>
        <p>{timesOf(invitation)}</p>
        {location && <Text tone="soft">{location}</Text>}
        {organizer && kind !== "reply" && <Text tone="soft">Invited by {organizer}</Text>}
        {(problem ?? unverifiedSenderNotice(invitation)) && (
          <Text tone="warn">{problem ?? unverifiedSenderNotice(invitation)}</Text>
        )}
        <Row gap={10} lineGap={8} wrap className={styles.acts}>
          {kind === "request" && !problem && (
            <AnswerButtons currentAnswer={invitation.answer} {...{ emailId, isBusy, act }} />
          )}
          {invitation.isUnapplied && kind !== "request" && !problem && (
            <BusyButton
              size="compact-md"
              variant="default"
              isBusy={isBusy}
              onClick={() =>
                void act("Failed to change the event", "Event updated successfully", () =>
                  eventInvitations.applyMail.call({ emailId }),
                )
              }
            >
              {kind === "cancel" ? "Cancel it in my calendar" : "Take over the answer"}
            </BusyButton>
          )}
          {eventId && (
            <Link to="/calendar" search={{ event: eventId }} className={styles.link}>
              Show in calendar
            </Link>
          )}
        </Row>
      </Text>
    </Row>
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
        void act("Failed to answer the invitation", ANSWER_LABELS[answer], () =>
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
  const act = async (failure: string, done: string, run: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await run();
      await queries.invalidateQueries({ queryKey: ["eventInvitations"] });
      toast.success(done);
    } catch (error) {
      toast.failure(failure, error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return { isBusy, act };
}

function State({ invitation: { kind, answer, eventId, isUnapplied } }: { invitation: Invitation }) {
  if (kind === "cancel") return <Badge tone="bad">Cancelled</Badge>;
  if (kind === "reply") return isUnapplied ? <Badge tone="warn">Not taken over</Badge> : null;
  if (isUnapplied) return <Badge tone="warn">Changed</Badge>;
  const known = ANSWERS.find((one) => one.answer === answer);
  if (known)
    return (
      <Badge tone={known.tone} dot>
        {ANSWER_LABELS[known.answer]}
      </Badge>
    );
  return eventId ? <Badge>No answer yet</Badge> : null;
}

/** Senders of mails can be forged. */
const unverifiedSenderNotice = ({ isProven, isUnapplied, organizer, kind }: Invitation): string | null =>
  isProven || !isUnapplied
    ? null
    : `It is not proven that ${kind === "reply" ? "the sender" : (organizer ?? "the sender")} wrote this message: your calendar stays as it is until you decide.`;
