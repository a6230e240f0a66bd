import type { ImapFlow } from "imapflow";
import { type CertificatePlace, inspectCertificate } from "./inspect-certificate.ts";
import type { MailOutcome, MailParts, MailTest, SendOptions } from "./mail-outcome.ts";
import type { MailMessage } from "./message.ts";
import { type ImapTransport, openImap } from "./open-imap.ts";
import { sendMail } from "./send-mail.ts";
import type { SmtpTransport } from "./smtp-transport.ts";
import { testSmtp } from "./test-smtp.ts";

/** The only module that sends mail (RFC 5321). It stores nothing: the caller handles states and retries. */
export type Mail = {
  /**
   * Submits one message. Throws `invalid`, with nothing sent, if the message itself cannot be sent, and whatever
   * `beforeData` throws.
   */
  send(transport: SmtpTransport, message: MailMessage, options?: SendOptions): Promise<MailOutcome>;
  /** Connects, signs in and names the sender, as a message would; sends nothing. */
  test(transport: SmtpTransport): Promise<MailTest>;
  /** A signed-in IMAP connection. Throws ImapFailure. The caller closes it. */
  openImap(transport: ImapTransport): Promise<ImapFlow>;
  /** The certificate that a server presents, in PEM, for a person to decide about; null: none. Nobody signs in. */
  inspectCertificate(place: CertificatePlace): Promise<string | null>;
};

export function createMail(parts: MailParts): Mail {
  return {
    send: (transport, message, options = {}) => sendMail(parts, transport, message, options),
    test: (transport) => testSmtp(parts, transport),
    openImap: (transport) => openImap(parts, transport),
    inspectCertificate: (place) => inspectCertificate(parts.outbound, place),
  };
}
