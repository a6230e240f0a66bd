import { ApiError } from "#platform/client/resource-client.ts";
import { ownTimeZone } from "#platform/time/own-time-zone.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { MessageOnWire } from "../../model.ts";
import { messages } from "../api.ts";
import { conversationRecords, messageRecords } from "../records.ts";
import { liveOutbox } from "./outbox.ts";
import { outboxStorage } from "./outbox-storage.ts";

/** Where a message is written, on the whole page once. */
export const SEND_FIELD = "message-field";

let lastSent = 0;

export const outbox = liveOutbox({
  deliver: async ({ conversationId, content, replyTo: answered, mentions, attachments, key }) => {
    // Where it goes is what was chosen before it was written: overtaking that choice, it would leave by mail.
    await conversationRecords.whenSaved(conversationId);
    return messages.send.call(
      {
        conversationId,
        content,
        replyToId: answered?.id ?? null,
        mentions: mentions.map(({ userId }) => userId),
        documentIds: attachments.map(({ documentId }) => documentId),
      },
      { idempotencyKey: key },
    );
  },
  storage: outboxStorage,
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
    throw reportFailure("Failed to change message", error);
  }
}

/** Puts it above the field and goes there. */
export function replyTo({ id, conversationId, senderName, content }: MessageOnWire): void {
  outbox.enclose(conversationId, { replyTo: { id, senderName, content: content.slice(0, 200) } });
  document.getElementById(SEND_FIELD)?.focus();
}

/** Shown in the same frame; a refusal takes it back. */
export async function react(message: MessageOnWire, emoji: string, isOn: boolean, me: string | undefined) {
  const change = (shown: MessageOnWire) => ({ ...shown, reactions: withReaction(shown, emoji, isOn, me) });
  try {
    await messageRecords.write(message.id, change, ({ id }) => messages.react.call({ id, emoji, isOn }));
  } catch (error) {
    reportFailure("Failed to react to message", error);
  }
}

function withReaction({ reactions }: MessageOnWire, emoji: string, isOn: boolean, me: string | undefined) {
  if (!me) return reactions;
  const chosenBy = reactions.find((each) => each.emoji === emoji)?.userIds.filter((id) => id !== me) ?? [];
  const userIds = isOn ? [...chosenBy, me] : chosenBy;
  if (!reactions.some((each) => each.emoji === emoji)) return [...reactions, { emoji, userIds }];
  return reactions
    .map((each) => (each.emoji === emoji ? { emoji, userIds } : each))
    .filter((each) => each.userIds.length > 0);
}

const CONVERSION_LABELS = { task: "Task", event: "Event", email: "Draft" } as const;

/** In one step; the toast takes it back. */
export async function convertMessage(
  { id }: MessageOnWire,
  kind: keyof typeof CONVERSION_LABELS,
): Promise<void> {
  const timeZone = ownTimeZone();
  try {
    const { message, recordId } = await messages.make.call({ id, kind, timeZone });
    messageRecords.receive([message]);
    toast.undo(`${CONVERSION_LABELS[kind]} created`, () => void undoConversion(id, recordId));
  } catch (error) {
    reportFailure(`Failed to create ${kind}`, error);
  }
}

async function undoConversion(id: string, recordId: string): Promise<void> {
  try {
    messageRecords.receive([await messages.unmake.call({ id, recordId })]);
  } catch (error) {
    reportFailure("Failed to undo", error);
  }
}

export const copyText = ({ content }: MessageOnWire) => copy(content, "Text copied");

export const copyLink = ({ id, conversationId }: MessageOnWire) =>
  copy(
    `${location.origin}/communication?conversation=${conversationId}&message=${id}`,
    "Link to the message copied",
  );

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.failure("This browser does not allow copying here");
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
    return void reportFailure("Failed to delete message", error);
  }
  toast.undo("Message deleted", () => void restoreMessage(message));
}

async function restoreMessage(message: MessageOnWire): Promise<void> {
  const { id } = message;
  try {
    await messageRecords.create({ ...message, deletedAt: null }, () => messages.restore.call({ id }));
  } catch (error) {
    reportFailure("Failed to restore message", error);
  }
}

/** Shows the toast of a failure and gives the error back. */
export function reportFailure(title: string, error: unknown): unknown {
  toast.failure(title, error instanceof ApiError ? error.message : undefined);
  return error;
}
