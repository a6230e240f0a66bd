import { t } from "#i18n/message.ts";
import { envelopeAddress } from "./mail-address.ts";
import type { MailParts, MailTest } from "./mail-outcome.ts";
import { SmtpFailure, serverAnswer } from "./smtp-failure.ts";
import { signIn, withSession } from "./smtp-session.ts";
import type { SmtpTransport } from "./smtp-transport.ts";

/** Everything up to the recipients; see `Mail.test`. */
export async function testSmtp(parts: MailParts, transport: SmtpTransport): Promise<MailTest> {
  const sender = envelopeAddress(transport.fromEmail);
  if (!sender) return { isOk: false, step: "sender", reason: t`'${transport.fromEmail}' is not an address` };
  try {
    const maxBytes = await withSession(parts, transport, async (session) => {
      await signIn(session, transport);
      session.phase = "sender";
      const { status, response } = await session.command(`MAIL FROM:<${sender}>`);
      if (status === 250) return (await session.extensions()).maxBytes;
      throw new SmtpFailure("sender", serverAnswer(response), { isTemporary: status < 500, isAnswer: true });
    });
    return { isOk: true, maxBytes };
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error;
    return { isOk: false, step: error.phase, reason: error.message };
  }
}
