import type { contacts } from "./tables.ts";

type NewContact = typeof contacts.$inferInsert;

export const aContact = (fields: Partial<NewContact> & Pick<NewContact, "userId">): NewContact => ({
  contactName: "Clara Voss",
  ...fields,
});
