import type { MailServerSettings } from "../../account-model.ts";

type Servers = { imap: MailServerSettings; smtp: MailServerSettings };

/** The sending server while the reading one is typed: of the same provider, until the person types another. */
export function followHost({ imap, smtp }: Servers, typed: string): MailServerSettings {
  const hasFollowed = smtp.host === "" || smtp.host === sendingHost(imap.host);
  return hasFollowed ? { ...smtp, host: sendingHost(typed) } : smtp;
}

/** 'smtp.example.org' for 'imap.example.org', and the same host where its name does not say what it does. */
const sendingHost = (host: string) => host.replace(/^(imap|imaps|imap4)(?=\.)/i, "smtp");
