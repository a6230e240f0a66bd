/** How to connect to an SMTP server: the system's settings, or one person's account. */
export type SmtpTransport = {
  host: string;
  port: number;
  /** True: never without TLS and a valid certificate. False: encrypted only if the server offers it. */
  secure: boolean;
  /** TLS from the first byte on instead of STARTTLS; by default on port 465 only. */
  implicitTls?: boolean;
  /** Empty if the server requires no sign-in. */
  username: string;
  password: string;
  /** Signs in by OAuth 2 (XOAUTH2) in place of the password. */
  token?: string;
  /** The certificate (PEM) that the account's owner trusts for this server. */
  certificate?: string | null;
  /** The envelope's sender, and the From of messages that name none. */
  fromEmail: string;
  fromName: string;
};

export const IMPLICIT_TLS_PORT = 465;
