import type { emails, emailTemplates } from "./tables.ts";

type NewEmail = typeof emails.$inferInsert;
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
