import { t } from "#i18n/message.ts";

/** `smtpHost` comes from SMTP_HOST; only `appUrl` has another name, PUBLIC_URL. */
export function environmentNote(name: string): string {
  const variable = name === "appUrl" ? "PUBLIC_URL" : name.replaceAll(/[A-Z]/g, "_$&").toUpperCase();
  return t`Set by ${variable} in the environment, which overrides what is saved here.`;
}
