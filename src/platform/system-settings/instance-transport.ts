import type { SmtpTransport } from "#platform/mail/smtp-transport.ts";
import type { SystemSettings } from "./system-settings.ts";

/** The SMTP server of the instance; null where an administrator has not set one. */
export function instanceTransport(settings: SystemSettings): SmtpTransport | null {
  const { smtpHost, smtpPort, smtpUsername, smtpFromEmail, smtpFromName, smtpSecure, appName } =
    settings.current;
  if (!smtpHost || !smtpFromEmail) return null;
  return {
    host: smtpHost,
    port: smtpPort,
    secure: smtpSecure,
    username: smtpUsername,
    password: settings.secret("smtpPassword") ?? "",
    fromEmail: smtpFromEmail,
    fromName: smtpFromName || appName,
  };
}
