import { toast } from "#ui/overlays/toast.ts";
import type { ConversationOnWire } from "../../model.ts";
import { conversations } from "../api.ts";
import { reportFailure } from "../messages/message-actions.ts";
import { conversationRecords } from "../records.ts";

type Opening = { type: "direct"; contactId: string } | { type: "group"; title: string; userIds: string[] };

/** Rejects after showing the specified toast if the server refuses. */
export async function createConversation(
  opening: Opening,
  idempotencyKey: string,
): Promise<ConversationOnWire> {
  const made = await conversations.create
    .call(opening, { idempotencyKey })
    .catch((error: unknown) => Promise.reject(reportFailure("Failed to create conversation", error)));
  conversationRecords.receive([made]);
  toast.success("Conversation created");
  return made;
}

/** The one direct conversation with a contact or a person, found or created; null after a toast if that fails. */
export async function openDirect(
  recipient: { contactId: string } | { userId: string },
): Promise<ConversationOnWire | null> {
  try {
    const opened =
      "userId" in recipient
        ? await conversations.openWith.call(recipient)
        : await conversations.create.call({ type: "direct", ...recipient });
    conversationRecords.receive([opened]);
    return opened;
  } catch (error) {
    reportFailure("Failed to create conversation", error);
    return null;
  }
}

export async function renameConversation({ id }: ConversationOnWire, title: string): Promise<void> {
  try {
    await conversationRecords.write(
      id,
      (current) => ({ ...current, title, name: title }),
      () => conversations.update.call({ id, title }),
    );
  } catch (error) {
    throw reportFailure("Failed to rename conversation", error);
  }
}

/** Out of the list at once, for everybody in it until the next message. */
export async function setArchived(conversation: ConversationOnWire, isArchived: boolean): Promise<void> {
  const { id } = conversation;
  try {
    await conversationRecords.write(
      id,
      (current) => ({ ...current, isArchived }),
      () => (isArchived ? conversations.archive : conversations.unarchive).call({ id }),
    );
  } catch (error) {
    return void reportFailure(`Failed to ${isArchived ? "archive" : "restore"} conversation`, error);
  }
  toast.undo(
    isArchived ? "Conversation archived" : "Conversation restored",
    () => void setArchived(conversation, !isArchived),
  );
}

/** For this person only; null unmutes. */
export async function mute(conversation: ConversationOnWire, until: string | null): Promise<void> {
  const { id, mutedUntil: before } = conversation;
  try {
    await conversationRecords.write(
      id,
      (current) => ({ ...current, mutedUntil: until }),
      () => conversations.mute.call({ id, until }),
    );
  } catch (error) {
    return void reportFailure(`Failed to ${until ? "mute" : "unmute"} conversation`, error);
  }
  toast.undo(
    until ? "Conversation muted" : "Conversation unmuted",
    () => void mute({ ...conversation, mutedUntil: until }, before),
  );
}

/** Whether what is written to a contact without an account leaves as mail. */
export async function setByEmail({ id }: ConversationOnWire, usesEmail: boolean): Promise<void> {
  const reach = usesEmail ? ("email" as const) : ("no_account" as const);
  try {
    await conversationRecords.write(
      id,
      (current) => ({ ...current, usesEmail, reach }),
      () => conversations.setUsesEmail.call({ id, usesEmail }),
    );
  } catch (error) {
    reportFailure("Failed to change conversation", error);
  }
}

/** Sets what new members of a group can read; only its creator may. */
export async function setSharesHistory(id: string, sharesHistory: boolean): Promise<void> {
  try {
    await conversationRecords.write(
      id,
      (current) => ({ ...current, sharesHistory }),
      () => conversations.update.call({ id, sharesHistory }),
    );
  } catch (error) {
    reportFailure("Failed to change conversation", error);
  }
}

export async function leaveConversation({ id }: ConversationOnWire): Promise<void> {
  try {
    await conversationRecords.write(
      id,
      () => undefined,
      async () => {
        await conversations.leave.call({ id });
        return null;
      },
    );
    toast.success("Conversation left");
  } catch (error) {
    reportFailure("Failed to leave conversation", error);
  }
}

export async function addPeople(id: string, userIds: string[]): Promise<void> {
  try {
    conversationRecords.receive([await conversations.addPeople.call({ id, userIds })]);
  } catch (error) {
    throw reportFailure("Failed to add people", error);
  }
}

export async function removePerson(id: string, userId: string): Promise<void> {
  try {
    conversationRecords.receive([await conversations.removePerson.call({ id, userId })]);
  } catch (error) {
    reportFailure("Failed to remove person", error);
  }
}

/** Without a toast: if it fails, the next message marks the conversation again. */
export function markRead({ id }: ConversationOnWire, until: string): void {
  conversationRecords
    .write(
      id,
      (current) => ({ ...current, unreadCount: 0, lastReadAt: until }),
      () => conversations.markRead.call({ id, until }),
    )
    // It stays unread, as the list shows; the next visit marks it.
    .catch(() => undefined);
}
