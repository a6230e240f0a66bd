import type { contacts, conversations, messages } from "./tables.ts";

type NewConversation = typeof conversations.$inferInsert;
type NewMessage = typeof messages.$inferInsert;
type NewContact = typeof contacts.$inferInsert;

export const aConversation = (
  fields: Partial<NewConversation> & Pick<NewConversation, "createdBy">,
): NewConversation => ({ title: "Board preparation", type: "group", ...fields });

export const aMessage = (
  fields: Partial<NewMessage> & Pick<NewMessage, "conversationId" | "senderId">,
): NewMessage => ({ content: "Can we talk at three?", ...fields });

export const aContact = (fields: Partial<NewContact> & Pick<NewContact, "userId">): NewContact => ({
  contactName: "Clara Voss",
  ...fields,
});
