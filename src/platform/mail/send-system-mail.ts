import { z } from "zod";
import type { Context } from "#platform/capability/context.ts";
import { type JobDefinition, PermanentFailure } from "#platform/jobs/jobs.ts";
import type { Secrets } from "#platform/secrets/secrets.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";
import { envelopeAddress, isExampleAddress } from "./mail-address.ts";
import { newMessageId } from "./message.ts";

/** A mail from Adjutant itself: confirmation, new password, invitation. */
export type SystemMail = { userId: string | null; to: string; subject: string; text: string; html?: string };

/** The text is sealed while queued: it may hold a link that works like a password. */
const Payload = z.object({
  messageId: z.string(),
  userId: z.uuid().nullable(),
  sealed: z.string(),
  /** Set before the first byte of the message is sent, until it is known that nobody received it. */
  isDataStarted: z.boolean().optional(),
});
const Content = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
});

const secretPlaceOf = ({ messageId, userId }: { messageId: string; userId: string | null }) => ({
  table: "jobs",
  row: messageId,
  column: "content",
  userId,
});

type Outbox = Pick<Context, "enqueue" | "systemSettings"> & { secrets: Pick<Secrets, "seal"> };

/**
 * Adds the mail to the outbox, in the caller's transaction; a capability's context is an outbox. Returns its
 * Message-ID; null, with nothing queued, if the instance has no SMTP server or no mail can reach the address.
 */
export async function queueSystemMail(outbox: Outbox, mail: SystemMail): Promise<string | null> {
  const transport = systemTransport(outbox.systemSettings);
  const address = envelopeAddress(mail.to);
  if (!transport || !address || isExampleAddress(address)) return null;
  const { userId, subject, text, html } = mail;
  const messageId = newMessageId(transport.fromEmail);
  const content = JSON.stringify({
    to: address,
    subject,
    text,
    ...(html !== undefined && { html }),
  } satisfies z.input<typeof Content>);
  const sealed = outbox.secrets.seal(secretPlaceOf({ messageId, userId }), content);
  await outbox.enqueue(sendSystemMail, { messageId, userId, sealed });
  return messageId;
}

/** The code of a system mail that may have arrived, in the queue; the health page counts them (admin_health). */
const UNCERTAIN = "uncertain";

/**
 * Retried while nobody has received it. One whose end is unknown, also after a crash, is not sent again by itself: it
 * stays among the failed jobs, and an administrator may send it again, under the same Message-ID.
 */
export const sendSystemMail: JobDefinition<typeof Payload> = {
  name: "mail.send-system-mail",
  payload: Payload,
  run: async ({ systemSettings, secrets, mail, log }, payload, attempt) => {
    const { messageId, userId, sealed, isDataStarted } = payload;
    const transport = systemTransport(systemSettings);
    if (!transport) return log.warn("A system mail was dropped: the SMTP server was removed", { userId });
    const { to, html, ...content } = Content.parse(
      JSON.parse(secrets.open(secretPlaceOf({ messageId, userId }), sealed)),
    );
    const uncertain = (reason: string) => {
      log.error("It is not certain whether a system mail was delivered", { userId });
      return new PermanentFailure(UNCERTAIN, `Not certain whether the mail to ${to} was sent: ${reason}`);
    };
    if (isDataStarted) throw uncertain("The program ended while it was handed over.");
    const beforeData = async () => attempt?.savePayload({ ...payload, isDataStarted: true });
    const outcome = await mail.send(
      transport,
      { messageId, to: [to], ...content, ...(html !== undefined && { html }) },
      { beforeData },
    );
    if (outcome.state === "sent") return;
    if (outcome.state === "uncertain") throw uncertain(outcome.reason);
    await attempt?.savePayload(payload);
    const where = `failed (${outcome.phase})`;
    if (outcome.isTemporary) throw new Error(`${where}: ${outcome.reason}`);
    log.error("A system mail was not delivered and is not retried", { outcome: where, userId });
  },
};
