import { z } from "zod";
import { Id } from "#platform/capability/wire.ts";

/**
 * A message arrived from an account's server or from a user of this instance. Its content is untrusted text and must
 * not trigger any action by itself.
 */
export const MailArrived = z.object({
  userId: Id,
  emailId: Id,
  /** Null where a user of this instance sent it. */
  accountId: Id.nullable(),
  /** It has a text/calendar part: `emails.calendarPart` returns it. */
  hasCalendar: z.boolean(),
});

/** Jobs of other features subscribe with `hears: mailArrived`. */
export const mailArrived = { name: "email.arrived", payload: MailArrived };

/**
 * A message of the user's own reached its first recipients or their server, or was found in the Sent folder of an account
 * within two days after another program sent it there. Never one that can still be undone.
 */
export const MailSent = z.object({ userId: Id, emailId: Id });

export const mailSent = { name: "email.sent", payload: MailSent };

/**
 * A new reply in the Sent folder of a user's own account that this instance did not send: the user wrote it in another
 * program, after the account was connected here.
 */
export const MailSentElsewhere = z.object({
  userId: Id,
  emailId: Id,
  messageId: z.string(),
  inReplyTo: z.string(),
});

export const mailSentElsewhere = { name: "email.sent-elsewhere", payload: MailSentElsewhere };
