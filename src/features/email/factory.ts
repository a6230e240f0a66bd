import type { mailAccounts } from "./account-tables.ts";
import type { emailTemplates } from "./settings-tables.ts";
import type { emails } from "./tables.ts";

type NewEmail = typeof emails.$inferInsert;
type NewAccount = typeof mailAccounts.$inferInsert;
type NewTemplate = typeof emailTemplates.$inferInsert;

/** A received, unread message. */
export const anEmail = (fields: Partial<NewEmail> & Pick<NewEmail, "userId">): NewEmail => ({
  subject: "Figures for the board",
  body: "Please find the figures attached.",
  sender: "clara@lattice.example",
  recipients: ["ada@adjutant.example"],
  status: "received",
  ...fields,
});

export const aTemplate = (fields: Partial<NewTemplate> & Pick<NewTemplate, "userId">): NewTemplate => ({
  name: "Thank you",
  subject: "Thank you for today",
  body: "It was good to see you.",
  ...fields,
});

/** An account that is up to date, by password. */
export const anAccount = (fields: Partial<NewAccount> & Pick<NewAccount, "userId">): NewAccount => ({
  address: "ada@aldermoor.test",
  name: "Ada Lovelace",
  imapHost: "imap.aldermoor.test",
  imapPort: 993,
  imapUser: "ada@aldermoor.test",
  smtpHost: "smtp.aldermoor.test",
  smtpPort: 465,
  smtpUser: "ada@aldermoor.test",
  state: "ready",
  ...fields,
});
