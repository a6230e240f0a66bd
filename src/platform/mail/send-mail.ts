import { Readable } from "node:stream";
import type { SMTPConnectionSendInfo } from "nodemailer/lib/smtp-connection";
import { compose } from "./compose.ts";
import type { MailOutcome, MailParts, SendOptions } from "./mail-outcome.ts";
import type { MailMessage } from "./message.ts";
import { refusalsOf, SmtpFailure, serverAnswer } from "./smtp-failure.ts";
import { limitsOf, type SmtpSession, signIn, withSession } from "./smtp-session.ts";
import type { SmtpTransport } from "./smtp-transport.ts";

/** One message over one connection; see `Mail.send`. */
export async function sendMail(
  parts: MailParts,
  transport: SmtpTransport,
  message: MailMessage,
  { beforeData }: SendOptions,
): Promise<MailOutcome> {
  const { envelope, internationalAddress, mime } = compose(transport, message);
  const leaving = watched(mime, beforeData);
  try {
    return await withSession(parts, transport, async (session) => {
      await signIn(session, transport);
      session.phase = "sender";
      if (internationalAddress) await requireSmtpUtf8(session, internationalAddress);
      leaving.onStart = () => {
        session.phase = "data";
        session.allow(limitsOf(parts).data);
      };
      return toOutcome(await submitMessage(session, envelope, leaving.bytes));
    });
  } catch (error) {
    if (leaving.broke) throw leaving.broke.reason;
    if (!(error instanceof SmtpFailure)) throw error;
    const { phase, message: reason, isTemporary, isAnswer, refused } = error;
    return leaving.hasStarted && !isAnswer
      ? { state: "uncertain", reason, refused }
      : { state: "failed", phase, isTemporary, reason, refused };
  }
}

/** Without it, a server may refuse the address, or change it to another one. */
async function requireSmtpUtf8(session: SmtpSession, address: string): Promise<void> {
  if ((await session.extensions()).includes("SMTPUTF8")) return;
  const reason = `This mail server cannot send to or from '${address}': it does not support international addresses (SMTPUTF8). Use another address, or another account.`;
  throw new SmtpFailure("recipients", reason, { isTemporary: false, isAnswer: true });
}

async function submitMessage(
  session: SmtpSession,
  { from, to }: { from: string; to: readonly string[] },
  bytes: Readable,
): Promise<SMTPConnectionSendInfo> {
  const sent = await session.step<SMTPConnectionSendInfo>((done) =>
    session.connection.send({ from, to: [...to] }, bytes, done),
  );
  if (!sent) throw new Error("The message was sent without an answer");
  return sent;
}

const toOutcome = ({ response, accepted, rejectedErrors }: SMTPConnectionSendInfo): MailOutcome => ({
  state: "sent",
  response: serverAnswer(response),
  accepted,
  refused: refusalsOf(rejectedErrors),
});

/**
 * The bytes of the message, requested once the server has accepted the envelope and the DATA command: `beforeData` runs
 * then, after everything that cannot deliver and before anything that can.
 */
function watched(mime: () => Readable, beforeData: SendOptions["beforeData"]) {
  const state = {
    hasStarted: false,
    broke: null as { reason: unknown } | null,
    onStart: () => {},
    bytes: Readable.from(read(), { objectMode: false }),
  };
  async function* read() {
    try {
      await beforeData?.();
      state.hasStarted = true;
      state.onStart();
      yield* mime();
    } catch (reason) {
      state.broke = { reason };
      throw new Error("The message could not be read", { cause: reason });
    }
  }
  return state;
}
