import type { NodemailerError } from "nodemailer";
import { t } from "#i18n/message.ts";
import type { MailPhase, MailRefusal } from "./mail-outcome.ts";
import { oneLine } from "./one-line.ts";
import type { SmtpTransport } from "./smtp-transport.ts";
import { tlsReason } from "./tls-failure.ts";

/** Why a session ended early, in words for people. */
export class SmtpFailure extends Error {
  readonly phase: MailPhase;
  /** A retry may succeed. */
  readonly isTemporary: boolean;
  /** True if the server reported it; otherwise the connection broke, and what the server received is unknown. */
  readonly isAnswer: boolean;
  readonly refused: MailRefusal[];

  constructor(phase: MailPhase, reason: string, details: FailureDetails) {
    super(reason);
    this.name = "SmtpFailure";
    this.phase = phase;
    this.isTemporary = details.isTemporary;
    this.isAnswer = details.isAnswer ?? false;
    this.refused = details.refused ?? [];
  }
}

type FailureDetails = { isTemporary: boolean; isAnswer?: boolean; refused?: MailRefusal[] };

/** Converts an error of nodemailer to what it means for the mail. */
export function toFailure(
  error: NodemailerError,
  during: MailPhase,
  server: Pick<SmtpTransport, "host" | "certificate"> = { host: "the server" },
): SmtpFailure {
  const { responseCode, response } = error;
  const phase = phaseOf(error, during);
  const isAnswer = responseCode !== undefined;
  const isTemporary = !(error.permanent ?? ["EAUTH", "EMESSAGE"].includes(error.code ?? ""));
  const reason = response ? serverAnswer(response) : describeFailure(error, phase, server);
  return new SmtpFailure(phase, reason, { isTemporary, isAnswer, refused: refusalsOf(error.rejectedErrors) });
}

/** The individually refused recipients. */
export const refusalsOf = (errors: readonly NodemailerError[] = []): MailRefusal[] =>
  errors.map(({ recipient = "", response = "", permanent = false }) => ({
    address: recipient,
    reason: serverAnswer(response),
    isTemporary: !permanent,
  }));

const PHASE_OF_COMMAND: Record<string, MailPhase> = { "MAIL FROM": "sender", "RCPT TO": "recipients" };

/** An invalid certificate breaks the socket with a code of OpenSSL's or Node's. */
const TLS_CODE = /CERT|TLS|SSL|SIGNATURE/;

function phaseOf({ code, originalCode = "", command = "" }: NodemailerError, during: MailPhase): MailPhase {
  if (code === "ETLS" || TLS_CODE.test(originalCode)) return "tls";
  return PHASE_OF_COMMAND[command] ?? during;
}

function describeFailure(
  error: NodemailerError,
  phase: MailPhase,
  { host, certificate }: Pick<SmtpTransport, "host" | "certificate">,
): string {
  const detail = oneLine(error.message.replace(/^Error initiating TLS - /, ""), MAX_REASON_LENGTH);
  if (phase === "tls")
    return tlsReason({ code: error.originalCode ?? "", message: detail }, host, Boolean(certificate));
  if (error.code === "ETIMEDOUT") return t`The server took too long.`;
  if (error.code === "ECONNECTION" || error.code === "ESOCKET") return t`The server closed the connection.`;
  return detail;
}

const MAX_REASON_LENGTH = 300;

/** A server's response is untrusted text: one line of limited length, without control characters. */
export const serverAnswer = (response: string) =>
  t`The server answered: ${oneLine(response, MAX_REASON_LENGTH)}`;
