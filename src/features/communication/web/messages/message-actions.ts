import { t } from "#i18n/message.ts";
import { RecordWrites } from "#platform/client/record-writes.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { MessageOnWire } from "../../model.ts";
import { messages } from "../api.ts";
import { conversationRecords, messageRecords } from "../records.ts";
import { liveOutbox } from "./outbox.ts";
import { outboxStorage } from "./outbox-storage.ts";

/** The id of the message input, once per page. */
export const SEND_FIELD = "message-field";

let lastSent = 0;

export const outbox = liveOutbox({
  deliver: async ({ conversationId, content, replyTo: repliedTo, mentions, attachments, key }) => {
    // Waits until a change of the email setting is saved: sent earlier, the message could still go out by mail.
    await conversationRecords.whenSaved(conversationId);
    return messages.send.call(
      {
        conversationId,
        content,
        replyToId: repliedTo?.id ?? null,
        mentions: mentions.map(({ userId }) => userId),
        documentIds: attachments.map(({ documentId }) => documentId),
        clientId: key,
      },
      { idempotencyKey: key },
    );
  },
  storage: outboxStorage,
  delivered: (message) => {
    messageRecords.receive([message]);
    // Only the latest toast is shown: a stack of equal ones would cover the page.
    toast.dismiss(lastSent);
    lastSent = toast.success(t`Message sent`);
  },
  failed: (reason) => void toast.failure(t`Failed to send message`, reason),
});

/** Deleted for everybody at once; Undo restores it. */
export const messageWrites = new RecordWrites<MessageOnWire>({
  records: messageRecords,
  verbs: { delete: messages.delete, restore: messages.restore },
  report: toast,
  failures: {
    create: t`Failed to create message`,
    delete: t`Failed to delete message`,
    restore: t`Failed to restore message`,
  },
  messages: { deleted: t`Message deleted` },
});

/** Shows a failure toast and returns the error. */
export const reportFailure = messageWrites.failed;

/** Rejects after a toast if the server refuses; the typed text stays in its field. */
export const editMessage = (message: MessageOnWire, content: string) =>
  messageRecords
    .write(
      message.id,
      (current) => ({ ...current, content, isEdited: true }),
      ({ id }) => messages.update.call({ id, version: message.version, content }),
    )
    .catch((error: unknown) => {
      throw reportFailure(t`Failed to change message`, error);
    });

/** Shows the quoted message above the input and focuses the input. */
export function replyTo({ id, conversationId, senderName, content }: MessageOnWire): void {
  outbox.enclose(conversationId, { replyTo: { id, senderName, content: content.slice(0, 200) } });
  document.getElementById(SEND_FIELD)?.focus();
}

/** Optimistic: shown at once, and removed if the server refuses. */
export async function react(message: MessageOnWire, emoji: string, isOn: boolean, me: string | undefined) {
  const change = (current: MessageOnWire) => ({
    ...current,
    reactions: withReaction(current, emoji, isOn, me),
  });
  await messageWrites.attempt(t`Failed to react to message`, () =>
    messageRecords.write(message.id, change, ({ id }) => messages.react.call({ id, emoji, isOn })),
  );
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

const CONVERSIONS = {
  task: { done: t`Task created`, failed: t`Failed to create task` },
  event: { done: t`Event created`, failed: t`Failed to create event` },
  email: { done: t`Draft created`, failed: t`Failed to create email` },
};

/** Converts in one step; the toast offers Undo. */
export async function convertMessage({ id }: MessageOnWire, kind: keyof typeof CONVERSIONS): Promise<void> {
  const timeZone = readerTimeZone();
  const { done, failed } = CONVERSIONS[kind];
  await messageWrites.attempt(failed, async () => {
    const { message, recordId } = await messages.convert.call({ id, kind, timeZone });
    messageRecords.receive([message]);
    toast.undo(done, () => void undoConversion(id, recordId));
  });
}

const undoConversion = (id: string, recordId: string) =>
  messageWrites.attempt(t`Failed to undo`, async () =>
    messageRecords.receive([await messages.undoConvert.call({ id, recordId })]),
  );

export const copyText = ({ content }: MessageOnWire) => copy(content, t`Text copied`);

export const copyLink = ({ id, conversationId }: MessageOnWire) =>
  copy(
    `${location.origin}/communication?conversation=${conversationId}&message=${id}`,
    t`Link to the message copied`,
  );

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.failure(t`This browser does not allow copying here`);
  }
}
