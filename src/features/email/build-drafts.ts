import { inArray } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { MAX_BODY, MAX_SUBJECT } from "./model.ts";
import { openEmail, ownEmails } from "./read-emails.ts";
import { emails } from "./tables.ts";

/** What a reply or a forward begins with; nothing is stored. */
export const DraftStart = z.object({
  subject: z.string(),
  body: z.string(),
  recipients: z.array(z.string()),
  category: z.string().nullable(),
  inReplyTo: Id.nullable(),
});

/** 'Re: ' before the subject, to the original sender, in the original category (MAIL-78, MAIL-79). */
export async function startReply(context: SignedIn, id: string): Promise<z.output<typeof DraftStart>> {
  const { subject, sender, category } = await openEmail(context, id);
  return { subject: prefixed("Re: ", subject), body: "", recipients: [sender], category, inReplyTo: id };
}

/** 'Fwd: ' before the subject; subject, sender, date and body of each, in the order in which they were picked (MAIL-80, MAIL-81). */
export async function startForward(context: SignedIn, ids: readonly string[]) {
  const rows = await context.db
    .select({
      id: emails.id,
      subject: emails.subject,
      sender: emails.sender,
      createdAt: emails.createdAt,
      body: emails.body,
    })
    .from(emails)
    .where(ownEmails(context, inArray(emails.id, [...ids])));
  const picked = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  const [first] = picked;
  if (!first || picked.length < ids.length) throw notFound("Email");
  const subject = picked.length === 1 ? first.subject : `${first.subject} and ${picked.length - 1} more`;
  const body = picked.map(asForwarded).join("\n\n").slice(0, MAX_BODY);
  return { subject: prefixed("Fwd: ", subject), body, recipients: [], category: null, inReplyTo: null };
}

type Forwarded = { subject: string; sender: string; createdAt: Date; body: string };

const asForwarded = ({ subject, sender, createdAt, body }: Forwarded) =>
  [
    "---------- Forwarded message ----------",
    `Subject: ${subject}`,
    `From: ${sender}`,
    `Date: ${createdAt.toISOString().slice(0, 16).replace("T", " ")} UTC`,
    "",
    body,
  ].join("\n");

/** Once, also where the subject has it already. */
const prefixed = (prefix: string, subject: string) =>
  (subject.toLowerCase().startsWith(prefix.trim().toLowerCase()) ? subject : prefix + subject).slice(
    0,
    MAX_SUBJECT,
  );
