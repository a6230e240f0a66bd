import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { formatOfferedTimes } from "#platform/time/format-in-zone.ts";
import { parseAddress } from "../delivery/mail-address.ts";
import { openEmail } from "../reading/read-emails.ts";
import { asksPersonally } from "../replies/automatic-mail.ts";
import type { NoReply } from "../replies/read-mail.ts";
import { INTENTS } from "../replies/reply-choice.ts";
import { emails } from "../tables.ts";
import { ownAddresses } from "./build-drafts.ts";
import { readSentSamples } from "./read-sent-samples.ts";
import { repliesTo } from "./reply-by-rule.ts";

const MAX_TIMES = 5;

export const ReplyIntentsInput = z.strictObject({
  id: Id,
  /** Free times of the calendar to propose, such as those of `freeTimes.find`. */
  times: z
    .array(z.strictObject({ startTime: Instant, endTime: Instant }))
    .max(MAX_TIMES)
    .default([]),
});

export const ReplyIntents = z.object({
  /** The language of the mail, and of the replies; null where there are none. */
  language: z.enum(["en", "de", "fr", "es"]).nullable(),
  replies: z.array(
    z.object({
      intent: z.enum(INTENTS),
      /** The time or the amount that is agreed to, in the words of the mail. */
      detail: z.string().nullable(),
      body: z.string(),
      /** The first gap in brackets that the person fills: from `start` up to `end`, in characters of `body`. */
      gap: z.object({ start: z.int(), end: z.int() }).nullable(),
    }),
  ),
  /** Why there are none, for people. */
  message: z.string().nullable(),
});

/** Why no reply is drafted, for people. */
export const NO_REPLY: Readonly<Record<NoReply, string>> = {
  automatic: t`A program sent this mail: nobody would read an answer, so there is no draft`,
  foreign: t`This mail is in a language in which no replies are drafted without a language model`,
  extortion: t`This mail tries to extort you: do not answer it, and leave it where it is for the police`,
  phishing: t`This mail asks for a password or for card details: do not answer it, and do not open its links`,
  fraud: t`This mail looks like a fraud: do not answer it; ask its supposed sender in another way that you already know`,
  nothing: t`Its sender wrote nothing in this mail that could be answered, so there is no draft`,
};

/** Throws not_found where the mail is not the actor's. */
export async function replyIntents(
  context: SignedIn,
  { id, times }: z.output<typeof ReplyIntentsInput>,
): Promise<z.output<typeof ReplyIntents>> {
  const { subject, sender, recipients, body } = await openEmail(context, id);
  const recipient = (await isOwnMail(context, sender)) ? (recipients[0] ?? "") : "";
  const { timeZone } = await ownClock(context);
  const { choices, language, none } = repliesTo(
    { subject, sender, recipient, body },
    context.actor.fullName,
    {
      samples: await readSentSamples(context, recipient || sender),
      isAutomatic: await isAutomaticEmail(context, id),
      freeTimes: (written) => times.map((span) => formatOfferedTimes(span, timeZone, written)),
    },
  );
  return {
    language,
    replies: choices.map(({ intent, detail, body: text, gap }) => ({ intent, detail, body: text, gap })),
    message: none && NO_REPLY[none],
  };
}

async function isOwnMail(context: SignedIn, sender: string): Promise<boolean> {
  return (await ownAddresses(context)).includes(parseAddress(sender) ?? sender.trim().toLowerCase());
}

/** Whether its headers say that a list or a program sent it. */
export async function isAutomaticEmail(
  { db, actor }: Pick<SignedIn, "db" | "actor">,
  id: string,
): Promise<boolean> {
  const [row] = await db
    .select({
      isAutomatic: emails.isAutomatic,
      isSystem: emails.isSystem,
      listUnsubscribe: emails.listUnsubscribe,
      body: emails.body,
    })
    .from(emails)
    .where(and(eq(emails.userId, actor.userId), eq(emails.id, id), isNull(emails.deletedAt)));
  if (row === undefined) return false;
  const { isAutomatic, isSystem, listUnsubscribe, body } = row;
  return isAutomatic || isSystem || (listUnsubscribe !== null && !asksPersonally(body, actor.fullName));
}
