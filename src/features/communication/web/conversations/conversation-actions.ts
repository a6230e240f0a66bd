import { t } from "#i18n/message.ts";
import { RecordWrites } from "#platform/client/record-writes.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { ConversationOnWire } from "../../model.ts";
import { conversations } from "../api.ts";
import { conversationRecords } from "../records.ts";

const conversationWrites = new RecordWrites<ConversationOnWire>({
  records: conversationRecords,
  verbs: {},
  report: toast,
  failures: {
    create: t`Failed to create conversation`,
  },
  messages: { created: t`Conversation created` },
});

type Opening = { type: "direct"; contactId: string } | { type: "group"; title: string; userIds: string[] };

/** Rejects after showing the specified toast if the server refuses. */
export const createConversation = (opening: Opening, idempotencyKey: string) =>
  conversationWrites.createAfterAnswer(() => conversations.create.call(opening, { idempotencyKey }));

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
    conversationWrites.failed(t`Failed to create conversation`, error);
    return null;
  }
}

export const renameConversation = ({ id }: ConversationOnWire, title: string) =>
  conversationRecords
    .write(
      id,
      (current) => ({ ...current, title, name: title }),
      () => conversations.update.call({ id, title }),
    )
    .catch((error: unknown) => {
      throw conversationWrites.failed(t`Failed to rename conversation`, error);
    });

/** Shows the change at once; a failure is shown and reverts it. */
const change = (
  failure: string,
  id: string,
  fields: Partial<ConversationOnWire>,
  send: () => Promise<ConversationOnWire>,
) =>
  conversationWrites.attempt(failure, () =>
    conversationRecords.write(id, (current) => ({ ...current, ...fields }), send),
  );

/** Out of the list at once, for everybody in it until the next message. */
export async function setArchived(conversation: ConversationOnWire, isArchived: boolean): Promise<void> {
  const { id } = conversation;
  const verb = isArchived ? conversations.archive : conversations.unarchive;
  const failure = isArchived ? t`Failed to archive conversation` : t`Failed to restore conversation`;
  if (!(await change(failure, id, { isArchived }, () => verb.call({ id })))) return;
  toast.undo(
    isArchived ? t`Conversation archived` : t`Conversation restored`,
    () => void setArchived(conversation, !isArchived),
  );
}

/** For this person only; null unmutes. */
export async function mute(conversation: ConversationOnWire, until: string | null): Promise<void> {
  const { id, mutedUntil: before } = conversation;
  const failure = until ? t`Failed to mute conversation` : t`Failed to unmute conversation`;
  const send = () => conversations.mute.call({ id, until });
  if (!(await change(failure, id, { mutedUntil: until }, send))) return;
  toast.undo(
    until ? t`Conversation muted` : t`Conversation unmuted`,
    () => void mute({ ...conversation, mutedUntil: until }, before),
  );
}

/** Whether what is written to a contact without an account leaves as mail. */
export async function setByEmail({ id }: ConversationOnWire, usesEmail: boolean): Promise<void> {
  const reach = usesEmail ? ("email" as const) : ("no_account" as const);
  await change(t`Failed to change conversation`, id, { usesEmail, reach }, () =>
    conversations.setUsesEmail.call({ id, usesEmail }),
  );
}

/** Sets what new members of a group can read; only its creator may. */
export async function setSharesHistory(id: string, sharesHistory: boolean): Promise<void> {
  await change(t`Failed to change conversation`, id, { sharesHistory }, () =>
    conversations.update.call({ id, sharesHistory }),
  );
}

export async function leaveConversation({ id }: ConversationOnWire): Promise<void> {
  const hasLeft = await conversationWrites.attempt(t`Failed to leave conversation`, () =>
    conversationRecords.write(
      id,
      () => undefined,
      async () => {
        await conversations.leave.call({ id });
        return null;
      },
    ),
  );
  if (hasLeft) toast.success(t`Conversation left`);
}

export async function addPeople(id: string, userIds: string[]): Promise<void> {
  try {
    conversationRecords.receive([await conversations.addPeople.call({ id, userIds })]);
  } catch (error) {
    throw conversationWrites.failed(t`Failed to add people`, error);
  }
}

export async function removePerson(id: string, userId: string): Promise<void> {
  await conversationWrites.attempt(t`Failed to remove person`, async () =>
    conversationRecords.receive([await conversations.removePerson.call({ id, userId })]),
  );
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
