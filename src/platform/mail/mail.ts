import type { ImapFlow } from "imapflow";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { MailMessage } from "./message.ts";
import { type ImapTransport, openImap } from "./open-imap.ts";
import { sendMail } from "./send-mail.ts";
import type { MailLimits } from "./smtp-session.ts";
import type { SmtpTransport } from "./smtp-transport.ts";
import { testSmtp } from "./test-smtp.ts";

/** The one door through which mail leaves (RFC 5321). It keeps nothing: states and retries are the caller's. */
export type Mail = {
  /**
   * Hands one message over. Throws `invalid`, with nothing sent, where the message itself cannot be sent, and what
   * `beforeData` throws.
   */
  send(transport: SmtpTransport, message: MailMessage, options?: SendOptions): Promise<MailOutcome>;
  /** Connects, signs in and names the sender, as a message would; sends nothing. */
  test(transport: SmtpTransport): Promise<MailTest>;
  /** A signed-in connection to a mailbox. Throws ImapFailure. The caller closes it. */
  openImap(transport: ImapTransport): Promise<ImapFlow>;
};

export type SendOptions = {
  /**
   * Runs after the server took the recipients and before the first byte of the message leaves. When it throws, nothing
   * has been sent: what it commits is the mark after which a cut is uncertain.
   */
  beforeData?: () => Promise<void>;
};

/** How far it came. Everything before `data` is certain: nothing was delivered. */
export type MailPhase = "name" | "connection" | "tls" | "sign-in" | "sender" | "recipients" | "data";

export type MailOutcome =
  /** The server answered 250 for `accepted`; never send to them again. */
  | { state: "sent"; response: string; accepted: string[]; refused: MailRefusal[] }
  /** Nobody got it. Temporary: worth another try. */
  | { state: "failed"; phase: MailPhase; isTemporary: boolean; reason: string; refused: MailRefusal[] }
  /** Cut off after the message began to leave: the server may have it. Do not send it again unasked. */
  | { state: "uncertain"; reason: string; refused: MailRefusal[] };

export type MailRefusal = { address: string; reason: string; isTemporary: boolean };

export type MailTest = { isOk: true } | { isOk: false; step: MailPhase; reason: string };

export type MailParts = {
  outbound: Outbound;
  /** Certificates to trust beside the usual ones, in PEM. */
  certificates?: readonly string[];
  limits?: Partial<MailLimits>;
};

export function createMail(parts: MailParts): Mail {
  return {
    send: (transport, message, options = {}) => sendMail(parts, transport, message, options),
    test: (transport) => testSmtp(parts, transport),
    openImap: (transport) => openImap(parts, transport),
  };
}
