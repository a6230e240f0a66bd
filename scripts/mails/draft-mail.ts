import type { MailModel } from "#features/email/kinds/trained-mails.ts";
import { readMail } from "#features/email/replies/read-mail.ts";
import { repliesTo } from "#features/email/writing/reply-by-rule.ts";
import type { Draft } from "./measure-drafts.ts";
import type { LabelledMail } from "./read-mails.ts";

/** What the program makes of a mail with this model; of nobody it is known what they wrote before. */
export function draftOf(mail: LabelledMail, model: MailModel): Draft {
  const written = { subject: mail.subject, sender: mail.from, body: mail.body };
  const reading = readMail(written, { model });
  return {
    mail,
    asks: typeof reading === "string" ? [] : reading.asks.map(({ sentence }) => sentence),
    kind: typeof reading === "string" ? `(${reading})` : reading.news,
    replies: repliesTo(written, mail.to, { model }),
  };
}
