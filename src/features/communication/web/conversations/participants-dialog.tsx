import { useQuery } from "@tanstack/react-query";
import { UserMinus } from "lucide-react";
import { useState } from "react";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t } from "#i18n/message.ts";
import { usePresence } from "#platform/client/presence.ts";
import { Badge } from "#ui/display/badge.tsx";
import { PresenceBadge } from "#ui/display/presence-badge.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { ConversationOnWire, ParticipantOnWire } from "../../model.ts";
import { conversations } from "../api.ts";
import { ChoosePeople } from "../choose-people.tsx";
import styles from "../dialog.module.css";
import { useCurrentUserId } from "../use-current-user-id.ts";
import { addPeople, removePerson, setSharesHistory } from "./conversation-actions.ts";

type ParticipantsDialogProps = {
  conversation: ConversationOnWire;
  /** Opened because a call has nobody to reach. */
  isForCall?: boolean;
  onClose(): void;
};

/** The participants; the creator can add and remove people. */
export function ParticipantsDialog({ conversation, isForCall, onClose }: ParticipantsDialogProps) {
  const me = useCurrentUserId();
  const { id, name, createdBy } = conversation;
  const [isAdding, setAdding] = useState(false);
  const { data } = useQuery({
    ...conversations.participants.query({ id }),
    meta: { failure: t`Failed to load communication data` },
  });
  if (isAdding)
    return <AddPeople conversation={conversation} onDone={() => setAdding(false)} onClose={onClose} />;
  const isCreator = createdBy === me;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`People in ${name}`}
      {...(isForCall && { description: isCreator ? ALONE : ALONE_AS_GUEST })}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Close`}
          </Button>
          {isCreator && <Button onClick={() => setAdding(true)}>{t`Add people`}</Button>}
        </>
      }
    >
      {!data && <SkeletonRows count={4} label={t`Loading people`} />}
      <ul aria-label={t`People`}>
        {data?.people.map((person) => (
          <Person
            key={person.userId}
            person={person}
            isMe={person.userId === me}
            onRemove={
              isCreator && person.userId !== me ? () => void removePerson(id, person.userId) : undefined
            }
          />
        ))}
      </ul>
    </Dialog>
  );
}

const ALONE = t`You are the only one here. Add people to the group, then call them.`;
const ALONE_AS_GUEST = t`You are the only one here. The creator of the group can add people.`;

type PersonProps = { person: ParticipantOnWire; isMe: boolean; onRemove: (() => void) | undefined };

function Person({ person: { userId, fullName, isCreator }, isMe, onRemove }: PersonProps) {
  const seen = usePresence(userId);
  return (
    <Row as="li" gap={10} pad="8px 0">
      <PersonAvatar userId={userId} name={fullName} size="small" isOnline={seen?.isOnline} />
      <Stack as="span" gap={0} grow>
        <Text as="span" overflow="dots">
          {isMe ? t`${fullName} (you)` : fullName}
        </Text>
      </Stack>
      {isCreator && <Badge>{t`Creator`}</Badge>}
      {!isMe && seen && <PresenceBadge {...seen} />}
      {onRemove && <IconButton label={t`Remove ${fullName}`} icon={UserMinus} onClick={onRemove} />}
    </Row>
  );
}

type AddPeopleProps = ParticipantsDialogProps & { onDone(): void };

function AddPeople({ conversation, onDone, onClose }: AddPeopleProps) {
  const { id, participants, sharesHistory } = conversation;
  const [chosen, setChosen] = useState<string[]>([]);
  const submit = () => {
    // A failure has its own toast, and the dialog stays open.
    if (chosen.length > 0) void addPeople(id, chosen).then(onDone, () => undefined);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Add people`}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onDone}>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={chosen.length === 0}>
            {t`Add`}
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <ChoosePeople legend={t`People`} chosen={chosen} without={participants} onChange={setChosen} />
        <Row as="label" className={styles.check}>
          <input
            type="checkbox"
            checked={sharesHistory}
            onChange={({ target }) => void setSharesHistory(id, target.checked)}
          />
          {t`New members can see earlier messages`}
        </Row>
      </Stack>
    </Dialog>
  );
}
