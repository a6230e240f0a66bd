import { User, UsersRound } from "lucide-react";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { type ConversationType, ENTER_A_TITLE, MAX_TITLE, SELECT_A_CONTACT } from "../../model.ts";
import { ChooseContact, ChoosePeople } from "../choose-people.tsx";
import { createConversation } from "./conversation-actions.ts";

const TYPES = [
  { value: "direct", label: term("Direct", "a conversation with one person"), icon: User },
  { value: "group", label: term("Group", "a conversation with several people"), icon: UsersRound },
] as const;

type NewConversationDialogProps = { onClose(): void; onCreated(id: string): void };

export function NewConversationDialog({ onClose, onCreated }: NewConversationDialogProps) {
  const { type, contactId, title, userIds, problem, isSaving, change, submit } = useNewConversation(
    onClose,
    onCreated,
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`New Conversation`}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t`Create`}
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <SegmentedControl
          label={t`Kind of conversation`}
          value={type}
          onChange={change.type}
          options={TYPES}
        />
        {type === "direct" ? (
          <ChooseContact chosen={contactId} problem={problem} onChange={change.contact} />
        ) : (
          <>
            <TextInput
              data-autofocus
              label={t`Title`}
              maxLength={MAX_TITLE}
              autoComplete="off"
              error={problem}
              value={title}
              onChange={({ target }) => change.title(target.value)}
            />
            <ChoosePeople legend={t`People`} chosen={userIds} onChange={change.users} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}

/** What is chosen for a conversation, and creating it: once, however often it is submitted. */
function useNewConversation(onClose: () => void, onCreated: (id: string) => void) {
  const [type, setType] = useState<ConversationType>("direct");
  const [contactId, setContact] = useState<string | null>(null);
  const [title, setTitle] = useState("");
  const [userIds, setUserIds] = useState<string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [idempotencyKey, setKey] = useState<string>(() => crypto.randomUUID());
  /** A changed form is a different conversation and needs a new idempotency key. */
  const changing =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value);
      setProblem(null);
      setKey(crypto.randomUUID());
    };
  const refuse = (message: string) => {
    setProblem(message);
    toast.failure(message);
  };
  const submit = async () => {
    if (isSaving) return;
    if (type === "direct" && !contactId) return refuse(SELECT_A_CONTACT);
    if (type === "group" && title.trim() === "") return refuse(ENTER_A_TITLE);
    setSaving(true);
    try {
      const opening =
        type === "direct" ? { type, contactId: contactId ?? "" } : { type, title: title.trim(), userIds };
      const { id } = await createConversation(opening, idempotencyKey);
      onClose();
      onCreated(id);
    } catch {
      setSaving(false);
    }
  };
  const change = {
    type: changing((next: ConversationType) => setType(next)),
    contact: changing(setContact),
    title: changing(setTitle),
    users: changing(setUserIds),
  };
  return { type, contactId, title, userIds, problem, isSaving, change, submit };
}
