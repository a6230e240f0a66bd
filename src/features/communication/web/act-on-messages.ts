import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/toast.ts";
import type { MessageOnWire } from "../model.ts";
import { messages } from "./api.ts";
import { liveOutbox } from "./outbox.ts";
import { messageRecords } from "./records.ts";

let lastSent = 0;

export const outbox = liveOutbox({
  deliver: ({ conversationId, content, key }) =>
    messages.send.call({ conversationId, content }, { idempotencyKey: key }),
  delivered: (message) => {
    messageRecords.receive([message]);
    // One is enough to know: a row of equal toasts would hide the page.
    toast.dismiss(lastSent);
    lastSent = toast.success("Message sent");
  },
  failed: (reason) => void toast.failure("Failed to send message", reason),
});

/** Rejects where the server refuses, after the toast: what was typed stays in its field. */
export async function editMessage(message: MessageOnWire, content: string): Promise<void> {
  try {
    await messageRecords.write(
      message.id,
      (shown) => ({ ...shown, content, isEdited: true }),
      ({ id }) => messages.update.call({ id, version: message.version, content }),
    );
  } catch (error) {
    throw told("Failed to change message", error);
  }
}

/** Gone for everybody at once; Undo brings it back. */
export async function deleteMessage(message: MessageOnWire): Promise<void> {
  const gone = (shown: MessageOnWire) => ({ ...shown, deletedAt: new Date().toISOString() });
  try {
    await messageRecords.write(message.id, gone, async (latest) => {
      await messages.delete.call({ id: latest.id });
      return gone(latest);
    });
  } catch (error) {
    return void told("Failed to delete message", error);
  }
  toast.undo("Message deleted", () => void restoreMessage(message));
}

async function restoreMessage(message: MessageOnWire): Promise<void> {
  const { id } = message;
  try {
    await messageRecords.create({ ...message, deletedAt: null }, () => messages.restore.call({ id }));
  } catch (error) {
    told("Failed to restore message", error);
  }
}

/** Shows the toast of a failure and gives the error back. */
export function told(title: string, error: unknown): unknown {
  toast.failure(title, error instanceof ApiError ? error.message : undefined);
  return error;
}
