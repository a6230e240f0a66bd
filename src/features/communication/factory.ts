import type { conversations, messages } from "./tables.ts";

type NewConversation = typeof conversations.$inferInsert;
type NewMessage = typeof messages.$inferInsert;

export const aConversation = (
  fields: Partial<NewConversation> & Pick<NewConversation, "createdBy">,
): NewConversation => ({ title: "Board preparation", type: "group", ...fields });

export const aMessage = (
  fields: Partial<NewMessage> & Pick<NewMessage, "conversationId" | "senderId">,
): NewMessage => ({ content: "Can we talk at three?", ...fields });
