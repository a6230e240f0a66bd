import { useEffect } from "react";
import type { MessageOnWire } from "../../model.ts";
import { outbox } from "./message-actions.ts";
import { type QueuedMessage, useQueuedMessages } from "./outbox.ts";

/**
 * The unconfirmed messages that the list does not show yet. One whose answer was lost is in the list under its client
 * id: it has arrived, so the outbox drops it.
 */
export function useUnlistedMessages(
  conversationId: string,
  listed: readonly MessageOnWire[],
): readonly QueuedMessage[] {
  const waiting = useQueuedMessages(outbox, conversationId);
  const arrived = new Set(listed.flatMap(({ clientId }) => clientId ?? []));
  const hasArrived = waiting.some(({ key }) => arrived.has(key));
  useEffect(() => {
    if (hasArrived) outbox.confirm(conversationId, arrived);
  });
  return waiting.filter(({ key }) => !arrived.has(key));
}
