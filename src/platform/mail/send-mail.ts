import { Readable } from "node:stream";
import type { SMTPConnectionSendInfo } from "nodemailer/lib/smtp-connection";
import { t } from "#i18n/message.ts";
import { compose } from "./compose.ts";
import type { MailOutcome, MailParts, SendOptions } from "./mail-outcome.ts";
import type { MailMessage } from "./message.ts";
import { tooLargeFor } from "./size-limit.ts";
import { refusalsOf, SmtpFailure, serverAnswer } from "./smtp-failure.ts";
import { limitsOf, type SmtpSession, signIn, withSession } from "./smtp-session.ts";
import type { SmtpTransport } from "./smtp-transport.ts";

/** A message of up to this size has the usual time; a larger one has more, down to 55 kB a second. */
const BYTES_PER_DATA_LIMIT = 10_000_000;

/** One message over one connection; see `Mail.send`. */
export async function sendMail(
  parts: MailParts,
  transport: SmtpTransport,
  message: MailMessage,
  { beforeData, onSizeLimit }: SendOptions,
): Promise<MailOutcome> {
  const { envelope, internationalAddress, mime, size: measure } = compose(transport, message);
  const size = await measure();
  const leaving = watched(mime, beforeData);
  try {
    return await withSession(parts, transport, async (session) => {
      await signIn(session, transport);
      session.phase = "sender";
      const { names, maxBytes } = await session.extensions();
      onSizeLimit?.(maxBytes);
      if (internationalAddress) requireSmtpUtf8(names, internationalAddress);
      requireSize(transport, size, maxBytes);
      leaving.onStart = () => {
        session.phase = "data";
        session.allow(limitsOf(parts).data * Math.max(1, size / BYTES_PER_DATA_LIMIT));
      };
      return toOutcome(await submitMessage(session, { ...envelope, size }, leaving.bytes));
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
function requireSmtpUtf8(extensions: readonly string[], address: string): void {
  if (extensions.includes("SMTPUTF8")) return;
  const reason = t`This mail server cannot send to or from '${address}': it does not support international addresses (SMTPUTF8). Use another address, or another account.`;
  throw new SmtpFailure("recipients", reason, { isTemporary: false, isAnswer: true });
}

/** Before the upload: the server would refuse it only at the end (RFC 1870, 6.3). */
function requireSize({ host }: SmtpTransport, size: number, maxBytes: number | null): void {
  if (maxBytes === null || size <= maxBytes) return;
  throw new SmtpFailure("sender", tooLargeFor(host, size, maxBytes), { isTemporary: false, isAnswer: true });
}

async function submitMessage(
  session: SmtpSession,
  { from, to, size }: { from: string; to: readonly string[]; size: number },
  bytes: Readable,
): Promise<SMTPConnectionSendInfo> {
  const sent = await session.step<SMTPConnectionSendInfo>((done) =>
    session.connection.send({ from, to: [...to], size }, bytes, done),
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
