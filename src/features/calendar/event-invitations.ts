import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { answerFromMail, answerInvitation, applyReviewedMail } from "./invitations/answer-invitation.ts";
import { acceptProposal, declineProposal } from "./invitations/decide-proposal.ts";
import { proposeTime, proposeTimeInMail } from "./invitations/propose-time.ts";
import { readInvitation } from "./invitations/read-invitation.ts";
import { cancelInvitations, sendInvitations } from "./invitations/send-invitations.ts";
import {
  ANSWERS,
  CalendarEvent,
  INVITATIONS,
  MAX_COMMENT,
  Participant,
  Scope,
  TimeProposal,
} from "./model.ts";

const answer = z.enum(ANSWERS).exclude(["needs-action"]);
const Sent = z.object({
  eventId: Id,
  invitation: z.enum(INVITATIONS),
  /** Attendees to whom no mail could be sent: offer the user the event's file. */
  notSentTo: z.array(z.string()),
});

const Proposed = z.strictObject({
  startTime: Instant,
  endTime: Instant,
  /** For the organizer to read. */
  comment: z.string().trim().max(MAX_COMMENT).optional(),
});
/** A proposal as it is at the event. */
const Named = z.strictObject({
  eventId: Id,
  address: z.string().trim().max(254),
  startTime: Instant,
  endTime: Instant,
});

export const eventInvitations = resource("eventInvitations", {
  send: destroy({
    summary: "Send an invitation, or its latest version, to the attendees of your event by mail",
    input: z.strictObject({ eventId: Id }),
    output: Sent,
    access: "user",
    invalidates: ["events", "emails"],
    run: (context, { eventId }) => sendInvitations(context, eventId),
  }),
  cancel: destroy({
    summary: "Notify the attendees of your event that it is cancelled, and move it to the trash",
    input: z.strictObject({ eventId: Id, scope: Scope.optional() }),
    output: Sent,
    access: "user",
    invalidates: ["events", "emails"],
    run: async (context, { eventId, scope }) => {
      const { undo, ...sent } = await cancelInvitations(context, eventId, scope);
      context.undoWith({ capability: `events.${undo.verb}`, input: undo.input });
      return sent;
    },
  }),
  answer: destroy({
    summary:
      "Accept, tentatively accept or decline an invitation in your calendar; the organizer is notified by email",
    input: z.strictObject({ eventId: Id, answer }),
    output: CalendarEvent,
    access: "user",
    invalidates: ["events", "emails"],
    run: (context, input) => answerInvitation(context, input.eventId, input.answer),
  }),
  restoreAnswer: destroy({
    summary:
      "Restore your former answer to an invitation in your calendar; the organizer is notified by email",
    input: z.strictObject({ eventId: Id, answer: z.enum(ANSWERS) }),
    output: CalendarEvent,
    access: "user",
    agents: "hidden",
    invalidates: ["events", "emails"],
    run: (context, { eventId, answer }) => answerInvitation(context, eventId, answer),
  }),
  inMail: read({
    summary: "Get the invitation in an email: the event, whether it is in your calendar, and your answer",
    input: z.strictObject({ emailId: Id }),
    output: z.object({
      invitation: z
        .object({
          kind: z.enum(["request", "reply", "cancel", "counter", "declinecounter"]),
          title: z.string(),
          startTime: Instant,
          endTime: Instant,
          isAllDay: z.boolean(),
          location: z.string().nullable(),
          rrule: z.string().nullable(),
          organizer: z.string().nullable(),
          participants: z.array(Participant),
          /** The event in the calendar, where it is there. */
          eventId: Id.nullable(),
          answer: z.enum(ANSWERS).nullable(),
          /** Why it cannot be answered, for the user. */
          problem: z.string().nullable(),
          /** Whether the sender's domain authenticated the message, according to the reader's own mail server. */
          isProven: z.boolean(),
          /** It changes, cancels or answers an event in the calendar, and the calendar does not have that yet. */
          isUnapplied: z.boolean(),
          /** What the sender wrote with a proposal, a refusal of one, or an answer. */
          comment: z.string().nullable(),
          /** The proposal that this message makes or declines, or the user's own for this invitation. */
          proposal: TimeProposal.extend({
            eventId: Id,
            state: z.enum(["open", "declined", "withdrawn", "accepted", "replaced", "outdated"]),
          }).nullable(),
          /** When the event takes place according to the calendar, if the message proposes another time. */
          current: z.object({ startTime: Instant, endTime: Instant, isAllDay: z.boolean() }).nullable(),
        })
        .nullable(),
    }),
    access: "user",
    run: (context, { emailId }) => readInvitation(context, emailId),
  }),
  answerMail: destroy({
    summary: "Accept or decline the invitation in an email; accepting adds the event to your calendar",
    input: z.strictObject({ emailId: Id, answer }),
    output: z.object({ eventId: Id.nullable() }),
    access: "user",
    invalidates: ["events", "emails"],
    run: (context, input) => answerFromMail(context, input.emailId, input.answer),
  }),
  propose: destroy({
    summary:
      "Propose another time to the organizer of an event, for one occurrence of a series (by its id) or for all",
    input: Proposed.extend({ eventId: Id }),
    output: CalendarEvent,
    access: "user",
    invalidates: ["events", "emails"],
    run: (context, { eventId, ...proposed }) => proposeTime(context, eventId, proposed),
  }),
  proposeInMail: destroy({
    summary:
      "Propose another time for the invitation in an email; the event is added to your calendar as tentative",
    input: Proposed.extend({ emailId: Id }),
    output: z.object({ eventId: Id }),
    access: "user",
    invalidates: ["events", "emails"],
    run: (context, { emailId, ...proposed }) => proposeTimeInMail(context, emailId, proposed),
  }),
  acceptProposal: destroy({
    summary:
      "Move your event to the time that an attendee proposed, and send the new version to all attendees",
    input: Named,
    output: Sent,
    access: "user",
    invalidates: ["events", "emails"],
    run: acceptProposal,
  }),
  declineProposal: destroy({
    summary: "Decline the time that an attendee proposed for your event; the attendee is notified by email",
    input: Named,
    output: CalendarEvent,
    access: "user",
    invalidates: ["events", "emails"],
    run: declineProposal,
  }),
  applyMail: write({
    summary: "Apply the change in an email whose sender could not be verified to its event",
    input: z.strictObject({ emailId: Id }),
    output: CalendarEvent,
    access: "user",
    invalidates: ["events"],
    run: (context, { emailId }) => applyReviewedMail(context, emailId),
  }),
});
