import { z } from "zod";
import { Id } from "#platform/capability/wire.ts";

/**
 * A message came in: from an account's server, or from a person of this instance. What it holds is text of strangers and
 * makes nothing act by itself.
 */
export const MailArrived = z.object({
  userId: Id,
  emailId: Id,
  /** Null where it came from a person of this instance. */
  accountId: Id.nullable(),
  /** It has a part of type text/calendar: `emails.calendarPart` gives it. */
  hasCalendar: z.boolean(),
});

/** A job of another slice hears it: `hears: mailArrived`. */
export const mailArrived = { name: "email.arrived", payload: MailArrived };

/**
 * A message that answers another one lies new among the sent mail of a person's own account, and this instance did not
 * send it: they wrote it in another program, after the account was connected here.
 */
export const MailSentElsewhere = z.object({
  userId: Id,
  emailId: Id,
  messageId: z.string(),
  inReplyTo: z.string(),
});

export const mailSentElsewhere = { name: "email.sent-elsewhere", payload: MailSentElsewhere };
