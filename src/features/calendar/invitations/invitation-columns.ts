import { jsonb, text, uuid } from "drizzle-orm/pg-core";
import type { Invitation, Participant, TimeProposal } from "../model.ts";

/** Who is invited to an event, what they answered, and what became of the invitation. */
export const invitationColumns = () => ({
  /** The organizer's address; null if the event is the person's own. */
  organizer: text(),
  participants: jsonb().$type<Participant[]>().notNull().default([]),
  invitation: text().$type<Invitation>().notNull().default("none"),
  /** The mail with the latest invitation: its delivery tells whether the invitation was sent. */
  invitationEmailId: uuid(),
  /** Other times that attendees proposed. Not at the participants, which a sync replaces by those of the server. */
  proposals: jsonb().$type<TimeProposal[]>().notNull().default([]),
});
