import {
  Archive,
  ArchiveRestore,
  ArrowLeft,
  Bell,
  BellOff,
  EllipsisVertical,
  LogOut,
  Pencil,
  Phone,
  Search,
  Settings2,
  UsersRound,
  Video,
} from "lucide-react";
import { useEffect, useState } from "react";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { reportReadFailure } from "#features/contacts/web/public/report-read-failure.ts";
import { PromiseStrip } from "#features/contacts/web/slots.ts";
import { plural, t, term } from "#i18n/message.ts";
import { usePresence } from "#platform/client/presence.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { Avatar } from "#ui/display/avatar.tsx";
import { PresenceBadge } from "#ui/display/presence-badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { TextButton } from "#ui/inputs/text-button.tsx";
import { laterDialog, laterPart } from "#ui/later-part.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Menu, type MenuItem } from "#ui/overlays/menu.tsx";
import { useShownRecord } from "#ui/shown-record.ts";
import { type ConversationOnWire, newestFirst } from "../../model.ts";
import { type CallRequest, requestCall, useIncomingCalls } from "../calls/incoming-calls.ts";
import { leaveConversation, mute, setArchived } from "../conversations/conversation-actions.ts";
import { ReachabilityNotice } from "../conversations/reachability-notice.tsx";
import { MentionList } from "../mentions/mention-picker.tsx";
import { conversationRecords, messageRecords } from "../records.ts";
import { useCurrentUserId } from "../use-current-user-id.ts";
import { outbox } from "./message-actions.ts";
import { MessageComposer } from "./message-composer.tsx";
import { MessageEditor, MessageToolbar } from "./message-item.tsx";
import { MessageList } from "./message-list.tsx";
import styles from "./message-pane.module.css";

const CallBar = laterPart(async () => (await import("../calls/call-bar.tsx")).CallBar);
const MessageThread = laterDialog(async () => (await import("./message-thread.tsx")).MessageThread);
const ParticipantsDialog = laterDialog(
  async () => (await import("../conversations/participants-dialog.tsx")).ParticipantsDialog,
);
const RenameDialog = laterDialog(
  async () => (await import("../conversations/rename-dialog.tsx")).RenameDialog,
);

type MessagePaneProps = {
  id: string;
  messageId: string | undefined;
  /** A message whose thread is open. */
  threadId: string | undefined;
  onThreadClose(): void;
  onBack(): void;
  onJump(): void;
  /** Searches in this conversation. */
  onSearch(): void;
};

/** The open conversation, loaded first if this page has not cached it. */
export function MessagePane(props: MessagePaneProps) {
  const { id, messageId, threadId, onThreadClose, onBack, onJump, onSearch } = props;
  const conversation = useRecord(conversationRecords, id);
  const linkedMessage = useRecord(messageRecords, messageId ?? "");
  const [isMissing, setMissing] = useState(false);
  useShownRecord("conversation", id);
  const [editingId, setEditing] = useState<string | null>(null);
  const me = useCurrentUserId();
  useEffect(() => {
    if (me) outbox.restore(me);
  }, [me]);
  useFetchAfterPage(MessageEditor, MessageToolbar, MessageThread, ParticipantsDialog, RenameDialog);
  useFetchAfterPage(MentionList);
  const hasCall = useIncomingCalls().running.some(({ conversationId }) => conversationId === id);
  const isUnknown = conversation === undefined;
  useEffect(() => {
    if (isUnknown)
      conversationRecords.fetch(id).then((found) => setMissing(found === null), reportReadFailure);
  }, [isUnknown, id]);
  if (!conversation)
    return isMissing ? <NotInConversation onBack={onBack} /> : <div className={styles.pane} />;
  return (
    <section className={styles.pane} aria-label={conversation.name}>
      <Header conversation={conversation} onBack={onBack} onSearch={onSearch} />
      {hasCall && <CallBar conversationId={id} />}
      <ReachabilityNotice conversation={conversation} />
      <MessageList
        key={messageId ?? "newest"}
        conversation={conversation}
        linkedMessage={linkedMessage?.conversationId === id ? linkedMessage : undefined}
        onJump={onJump}
        editingId={editingId}
        onEdit={setEditing}
      />
      <PromiseStrip threadId={id} />
      <MessageComposer conversation={conversation} onEditLast={() => setEditing(lastOf(id, me))} />
      {threadId && <MessageThread conversation={conversation} messageId={threadId} onClose={onThreadClose} />}
    </section>
  );
}

/** The user's last message here: the one that is edited most often. */
function lastOf(conversationId: string, me: string | undefined): string | null {
  const ownMessages = messageRecords
    .known()
    .filter(
      ({ conversationId: messageConversationId, senderId, deletedAt, byEmail }) =>
        messageConversationId === conversationId && senderId === me && !deletedAt && !byEmail,
    );
  return ownMessages.toSorted(newestFirst)[0]?.id ?? null;
}

function NotInConversation({ onBack }: { onBack(): void }) {
  return (
    <div className={styles.pane}>
      <EmptyState
        icon={LogOut}
        title={t`You are not in this conversation`}
        message={t`It was deleted, or you were removed from it.`}
        action={<TextButton onClick={onBack}>{t`Show my conversations`}</TextButton>}
      />
    </div>
  );
}

type HeaderProps = { conversation: ConversationOnWire } & Pick<MessagePaneProps, "onBack" | "onSearch">;

const HOUR = 3_600_000;
/** 'Until I unmute' is a date in the year 9999. */
const MUTE_OPTIONS = [
  { label: t`Mute for 8 hours`, until: () => new Date(Date.now() + 8 * HOUR).toISOString() },
  { label: t`Mute until I unmute`, until: () => "9999-12-31T00:00:00.000Z" },
];

/** Who created a group owns it. */
function groupItems(
  { type, createdBy }: ConversationOnWire,
  me: string | undefined,
  onDialog: (dialog: "people" | "rename") => void,
): MenuItem[] {
  if (type !== "group") return [];
  const people = { label: t`People`, icon: UsersRound, onSelect: () => onDialog("people") };
  const rename = { label: t`Rename`, icon: Pencil, onSelect: () => onDialog("rename") };
  return createdBy === me ? [people, rename] : [people];
}

const muteItems = (conversation: ConversationOnWire): MenuItem[] =>
  conversation.mutedUntil
    ? [{ label: t`Unmute`, icon: Bell, onSelect: () => void mute(conversation, null) }]
    : MUTE_OPTIONS.map(({ label, until }) => ({
        label,
        icon: BellOff,
        onSelect: () => void mute(conversation, until()),
      }));

function archiveItems(conversation: ConversationOnWire, me: string | undefined): MenuItem[] {
  const { type, createdBy, isArchived } = conversation;
  if (type === "group" && createdBy !== me) return [];
  const label = isArchived ? t`Restore from archive` : term("Archive", "button: archive a conversation");
  const icon = isArchived ? ArchiveRestore : Archive;
  return [{ label, icon, onSelect: () => void setArchived(conversation, !isArchived) }];
}

function leaveItems(conversation: ConversationOnWire, onLeft: () => void): (MenuItem | "line")[] {
  if (conversation.type !== "group") return [];
  const leave = () => void leaveConversation(conversation).then(onLeft);
  return [
    "line",
    {
      label: term("Leave", "button: leave a conversation"),
      icon: LogOut,
      isDestructive: true,
      onSelect: leave,
    },
  ];
}

function Header({ conversation, onBack, onSearch }: HeaderProps) {
  const [dialog, setDialog] = useState<"people" | "call" | "rename">();
  const me = useCurrentUserId();
  const { id, name, type, participants } = conversation;
  const call = (options: Partial<CallRequest> = {}) => {
    // Nobody would answer: neither camera nor ring tone.
    if (type === "group" && participants.length < 2) return setDialog("call");
    requestCall({ conversationId: id, name, kind: "video", ...options });
  };
  const items: (MenuItem | "line")[] = [
    { label: t`Audio call`, icon: Phone, onSelect: () => call({ kind: "audio" }) },
    { label: t`Check camera, then call`, icon: Settings2, onSelect: () => call({ checksFirst: true }) },
    "line",
    ...groupItems(conversation, me, setDialog),
    { label: t`Search in this conversation`, icon: Search, onSelect: onSearch },
    ...muteItems(conversation),
    ...archiveItems(conversation, me),
    ...leaveItems(conversation, onBack),
  ];
  const close = () => setDialog(undefined);
  return (
    <header className={styles.header}>
      <IconButton
        label={t`Back to conversations`}
        icon={ArrowLeft}
        className={styles.back ?? ""}
        onClick={onBack}
      />
      <Title conversation={conversation} onPeople={() => setDialog("people")} />
      <StateMarks conversation={conversation} />
      <IconButton label={t`Start video call`} icon={Video} onClick={() => call()} />
      <Menu
        label={t`Conversation`}
        items={items}
        trigger={(trigger) => <IconButton label={t`More`} icon={EllipsisVertical} {...trigger} />}
      />
      {(dialog === "people" || dialog === "call") && (
        <ParticipantsDialog conversation={conversation} isForCall={dialog === "call"} onClose={close} />
      )}
      {dialog === "rename" && <RenameDialog conversation={conversation} onClose={close} />}
    </header>
  );
}

type TitleProps = { conversation: ConversationOnWire; onPeople(): void };

/** With whom one talks: a face, a name, and who is there. */
function Title({ conversation, onPeople }: TitleProps) {
  const { name, type, participants, otherUserId } = conversation;
  return (
    <>
      {otherUserId ? <Face userId={otherUserId} name={name} /> : <Avatar name={name} />}
      <Text as="div" grow margin="0 0 0 4px" lineHeight={1.35}>
        <Text as="h2" weight="strong" overflow="dots">
          {name}
        </Text>
        {type === "group" ? (
          <button type="button" className={styles.people} onClick={onPeople}>
            {participants.length === 1 ? t`Only you` : describePeople(participants.length)}
          </button>
        ) : (
          otherUserId && <Seen userId={otherUserId} />
        )}
      </Text>
    </>
  );
}

const describePeople = (count: number) => plural(count, { one: `${count} person`, other: `${count} people` });

const StateMarks = ({ conversation: { mutedUntil, isArchived } }: Pick<TitleProps, "conversation">) => (
  <>
    {mutedUntil && (
      <Text as="span" tone="faint" title={t`Muted, except for mentions`}>
        <BellOff size={16} strokeWidth={1.75} aria-hidden />
        <span className="visually-hidden">{t`Muted`}</span>
      </Text>
    )}
    {isArchived && (
      <Text as="span" tone="faint" size="label">
        {t`Archived`}
      </Text>
    )}
  </>
);

function Face({ userId, name }: { userId: string; name: string }) {
  return <PersonAvatar userId={userId} name={name} isOnline={usePresence(userId)?.isOnline} />;
}

function Seen({ userId }: { userId: string }) {
  const seen = usePresence(userId);
  return seen ? <PresenceBadge {...seen} /> : null;
}
