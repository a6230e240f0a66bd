import type { SmtpTransport } from "#platform/mail/smtp-transport.ts";
import type { SystemSettings } from "./system-settings.ts";

/** The mail server of the instance itself: its SMTP server, else Resend with its key; null if neither is set. */
export function systemTransport(settings: SystemSettings): SmtpTransport | null {
  const { smtpHost, smtpPort, smtpUsername, smtpFromEmail, smtpFromName, smtpSecure, appName } =
    settings.current;
  const sender = { fromEmail: smtpFromEmail, fromName: smtpFromName || appName };
  if (smtpFromEmail === "") return null;
  if (smtpHost)
    return {
      ...sender,
      host: smtpHost,
      port: smtpPort,
      secure: smtpSecure,
      username: smtpUsername,
      password: settings.secret("smtpPassword") ?? "",
    };
  const resendApiKey = settings.secret("resendApiKey");
  return resendApiKey === null ? null : { ...sender, ...RESEND, password: resendApiKey };
}

/** https://resend.com/docs/send-with-smtp */
const RESEND = { host: "smtp.resend.com", port: 465, secure: true, username: "resend" };
