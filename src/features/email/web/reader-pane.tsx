import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  AlarmClock,
  Archive,
  ArchiveRestore,
  ArrowLeft,
  FolderInput,
  Forward,
  History,
  Hourglass,
  MailMinus,
  MailX,
  Pencil,
  Reply,
  ReplyAll,
  Sparkles,
  Star,
  Trash2,
} from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useRecord } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { ARCHIVED, type EmailOnWire } from "../model.ts";
import { markAllRead, markRead, remindOf, snooze, toggleStar, unarchive } from "./act-on-emails.ts";
import { EmailMenu } from "./email-menu.tsx";
import { laterTimes, reminderTimes } from "./later.ts";
import { LaterMenu } from "./later-menu.tsx";
import { Message } from "./message.tsx";
import { openMove } from "./open-dialog.ts";
import { useThread } from "./read-thread.ts";
import styles from "./reader-pane.module.css";
import { emailRecords } from "./records.ts";
import { editEmail, forward, reply, replyWithAi } from "./send-draft.ts";
import { SenderHistory } from "./sender-history.tsx";
import { isEditable } from "./wording.ts";

type ReaderPaneProps = {
  id: string;
  archive(): void;
  remove(): void;
  snoozeUntil(until: Date): void;
  /** Back to the list, on a phone. */
  leave(): void;
};

/** The open conversation. Opening it is reading it. */
export function ReaderPane({ id, ...acts }: ReaderPaneProps) {
  const email = useRecord(emailRecords, id);
  const { isFetched } = useQuery({
    queryKey: ["email to read", id],
    queryFn: () => emailRecords.fetch(id),
    enabled: !email,
  });
  if (email && email.deletedAt === null) return <Conversation email={email} {...acts} />;
  return (
    <div className={styles.pane}>
      <div className={styles.bar}>
        <IconButton className={styles.back} label="Back to the list" icon={ArrowLeft} onClick={acts.leave} />
      </div>
      {email || isFetched ? (
        <EmptyState icon={MailX} title="This email is in the trash or gone" />
      ) : (
        <div className={styles.waiting}>
          <SkeletonRows count={5} label="The email is on its way" />
        </div>
      )}
    </div>
  );
}

function Conversation({
  email,
  archive,
  remove,
  snoozeUntil,
  leave,
}: Omit<ReaderPaneProps, "id"> & { email: EmailOnWire }) {
  const { messages, isComplete } = useThread(email);
  const [showsHistory, setShowsHistory] = useState(false);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [unreadAtFirst, setUnreadAtFirst] = useState<ReadonlySet<string>>(new Set());
  const read = useEffectEvent(() => {
    const unread = messages.filter(({ status, isRead }) => status === "received" && !isRead);
    setUnreadAtFirst(new Set(unread.map(({ id }) => id)));
    void markAllRead(messages);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, and again when the rest is there
  useEffect(() => read(), [isComplete]);
  const toggle = (id: string) =>
    setToggled((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const isOpen = ({ id }: EmailOnWire) => (id === email.id || unreadAtFirst.has(id)) !== toggled.has(id);
  return (
    <div className={styles.pane}>
      <div className={styles.bar} role="toolbar" aria-label="Conversation">
        <IconButton className={styles.back} label="Back to the list" icon={ArrowLeft} onClick={leave} />
        {email.category === ARCHIVED ? (
          <IconButton
            label="Back to the inbox"
            icon={ArchiveRestore}
            onClick={() => void unarchive([email.id])}
          />
        ) : (
          <IconButton label="Archive" icon={Archive} onClick={archive} />
        )}
        <IconButton label="Delete" icon={Trash2} onClick={remove} />
        {email.status === "received" && email.accountId !== null && (
          <IconButton
            label="Move to folder"
            icon={FolderInput}
            onClick={() => openMove([email], { threads: true })}
          />
        )}
        {email.status === "received" && (
          <IconButton label="Mark as Unread" icon={MailMinus} onClick={() => markRead(email, false)} />
        )}
        <IconButton
          className={email.isStarred ? styles.starred : undefined}
          label={email.isStarred ? "Remove the star" : "Star"}
          icon={Star}
          onClick={() => toggleStar(email)}
        />
        {email.status === "received" && (
          <LaterMenu
            label="Snooze"
            offered={laterTimes}
            icon={AlarmClock}
            onChoose={snoozeUntil}
            isSet={email.snoozedUntil !== null}
            onClear={() => void snooze([email.id], null)}
          />
        )}
        {(email.status === "sent" || email.status === "scheduled") && (
          <LaterMenu
            label="Remind me if nobody replies"
            offered={reminderTimes}
            icon={Hourglass}
            onChoose={(at) => void remindOf(email, at)}
            isSet={email.remindAt !== null}
            onClear={() => void remindOf(email, null)}
          />
        )}
        <IconButton
          label="Mail with this person"
          icon={History}
          aria-pressed={showsHistory}
          onClick={() => setShowsHistory(!showsHistory)}
        />
        <span className={styles.space} />
        <EmailMenu email={email} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className={styles.scroll} tabIndex={0} data-reader aria-label={email.subject}>
        <h2 className={styles.subject}>{email.subject}</h2>
        {messages.map((message) => (
          <Message
            key={message.id}
            email={message.id === email.id ? email : message}
            isOpen={isOpen(message)}
            onToggle={() => toggle(message.id)}
          />
        ))}
        {showsHistory && <SenderHistory email={email} />}
      </section>
      <Acts email={email} />
    </div>
  );
}

function Acts({ email }: { email: EmailOnWire }) {
  const { id } = email;
  const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;
  if (isEditable(email))
    return (
      <div className={styles.acts}>
        <Button leftSection={<Pencil {...icon} />} onClick={() => void editEmail(id)}>
          Edit
        </Button>
      </div>
    );
  return (
    <div className={styles.acts}>
      <Button leftSection={<Reply {...icon} />} onClick={() => void reply(id)}>
        Reply
      </Button>
      {email.recipients.length + email.cc.length > 1 && (
        <Button
          variant="default"
          leftSection={<ReplyAll {...icon} />}
          onClick={() => void reply(id, { all: true })}
        >
          Reply all
        </Button>
      )}
      <Button variant="default" leftSection={<Forward {...icon} />} onClick={() => void forward([id])}>
        Forward
      </Button>
      <Button variant="default" leftSection={<Sparkles {...icon} />} onClick={() => void replyWithAi(id)}>
        AI Reply
      </Button>
    </div>
  );
}
