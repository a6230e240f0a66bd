import type { ImapFlow } from "imapflow";
import type { MailOutcome, MailParts, MailTest, SendOptions } from "./mail-outcome.ts";
import type { MailMessage } from "./message.ts";
import { type ImapTransport, openImap } from "./open-imap.ts";
import { sendMail } from "./send-mail.ts";
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

export function createMail(parts: MailParts): Mail {
  return {
    send: (transport, message, options = {}) => sendMail(parts, transport, message, options),
    test: (transport) => testSmtp(parts, transport),
    openImap: (transport) => openImap(parts, transport),
  };
}
