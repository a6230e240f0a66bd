import { z } from "zod";
import { Id } from "#platform/capability/wire.ts";

/** A message was sent in a conversation of this instance. `participants`: everybody in it, its sender included. */
export const MessageSent = z.object({ conversationId: Id, messageId: Id, participants: z.array(Id) });

/** Jobs of other features subscribe to it. */
export const messageSent = { name: "communication.message-sent", payload: MessageSent };
