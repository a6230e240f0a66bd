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
import { Fragment, useEffect, useEffectEvent, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonText } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { runShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterDialog, laterPart } from "#ui/later-part.tsx";
import { ScrollBox } from "#ui/layout/scroll-box.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { useShownRecord } from "#ui/shown-record.ts";
import { ARCHIVED, type EmailOnWire } from "../../model.ts";
import { isEditable } from "../email-labels.ts";
import { EmailMenu } from "../list/email-menu.tsx";
import { openMove } from "../open-dialog.ts";
import {
  markAllRead,
  markRead,
  remindOf,
  snooze,
  toggleStar,
  unarchive,
} from "../organizing/email-actions.ts";
import { reminderTimes, snoozeTimes } from "../organizing/later-times.ts";
import { emailRecords } from "../records.ts";
import { type Answer, useAnswer } from "../replying/answers.ts";
import { editEmail, forward, reply, replyWithAi } from "../writing/start-draft.ts";
import { Message } from "./message.tsx";
import { openThread } from "./open-thread.ts";
import styles from "./reader-pane.module.css";
import { SenderHistory } from "./sender-history.tsx";
import { useThread } from "./thread-queries.ts";

/** What is typed before its code is there is typed into it. */
const AnswerComposer = laterDialog(
  async () => (await import("../replying/answer-composer.tsx")).AnswerComposer,
);

/** With the field for another time. */
const LaterMenu = laterPart(
  async () => (await import("../organizing/later-menu.tsx")).LaterMenu,
  <IconButton label={t`Later`} icon={AlarmClock} disabled />,
);

type ReaderPaneProps = {
  id: string;
  snoozeUntil(until: Date): void;
  /** Back to the list, on a phone. */
  leave(): void;
};

/** The open conversation. Opening it marks it as read. The surrounding elements stay when the next one is opened. */
export function ReaderPane({ id, leave, snoozeUntil }: ReaderPaneProps) {
  const email = useRecord(emailRecords, id);
  useShownRecord("email", id);
  const [historyOf, setHistoryOf] = useState<string>();
  const answer = useAnswer(email?.threadId ?? "");
  useFetchAfterPage(AnswerComposer);
  const { error, isFetched, refetch } = useQuery({
    queryKey: ["email to read", id],
    queryFn: () => emailRecords.fetch(id),
    enabled: !email,
  });
  if (!email || email.deletedAt !== null)
    return (
      <div className={styles.pane}>
        <Row gap={2} pad="6px 8px" line="below">
          <IconButton className={styles.back} label={t`Back to the list`} icon={ArrowLeft} onClick={leave} />
        </Row>
        {error ? (
          <ErrorState
            title={t`This email cannot be read right now`}
            message={t`Nothing is lost. Please try again.`}
            onRetry={() => void refetch()}
          />
        ) : email || isFetched ? (
          <EmptyState icon={MailX} title={t`This email is in the trash or gone`} />
        ) : (
          <Box pad="16px 20px">
            <SkeletonText count={4} label={t`The email is on its way`} />
          </Box>
        )}
      </div>
    );
  const showsHistory = historyOf === id;
  return (
    <div className={styles.pane}>
      <Bar
        email={email}
        showsHistory={showsHistory}
        onHistory={() => setHistoryOf(showsHistory ? undefined : id)}
        leave={leave}
        snoozeUntil={snoozeUntil}
      />
      <Conversation key={id} email={email} answer={answer} showsHistory={showsHistory} />
      {!answer && (
        <ReaderActions
          isEditable={isEditable(email)}
          isForMany={email.recipients.length + email.cc.length > 1}
        />
      )}
    </div>
  );
}

type BarProps = Omit<ReaderPaneProps, "id"> & {
  email: EmailOnWire;
  showsHistory: boolean;
  onHistory(): void;
};

function Bar({ email, showsHistory, onHistory, leave, snoozeUntil }: BarProps) {
  const isReceived = email.status === "received";
  return (
    <Row gap={2} pad="6px 8px" line="below" role="toolbar" aria-label={t`Conversation`}>
      <IconButton className={styles.back} label={t`Back to the list`} icon={ArrowLeft} onClick={leave} />
      {email.category === ARCHIVED ? (
        <IconButton label={t`Back to the inbox`} icon={ArchiveRestore} onClick={unarchiveOpen} />
      ) : (
        <IconButton label={term("Archive", "verb: archive an email")} icon={Archive} onClick={archiveOpen} />
      )}
      <IconButton label={t`Delete`} icon={Trash2} onClick={deleteOpen} />
      {isReceived && email.accountId !== null && (
        <IconButton label={t`Move to folder`} icon={FolderInput} onClick={moveOpen} />
      )}
      {isReceived && <IconButton label={t`Mark as Unread`} icon={MailMinus} onClick={markOpenUnread} />}
      <IconButton
        className={email.isStarred ? styles.starred : undefined}
        label={email.isStarred ? t`Remove the star` : term("Star", "verb: mark an email with a star")}
        icon={Star}
        onClick={starOpen}
      />
      {isReceived && (
        <LaterMenu
          label={t`Snooze`}
          verb={t`Snooze`}
          offered={snoozeTimes}
          icon={AlarmClock}
          onChoose={snoozeUntil}
          isSet={email.snoozedUntil !== null}
          onClear={unsnoozeOpen}
        />
      )}
      {(email.status === "sent" || email.status === "scheduled") && (
        <LaterMenu
          label={t`Remind me if nobody replies`}
          verb={t`Remind me`}
          offered={reminderTimes}
          icon={Hourglass}
          onChoose={remindOfOpen}
          isSet={email.remindAt !== null}
          onClear={cancelReminderOfOpen}
        />
      )}
      <IconButton
        label={t`Mail with this person`}
        icon={History}
        aria-pressed={showsHistory}
        onClick={onHistory}
      />
      <Text as="span" grow />
      <EmailMenu email={email} />
    </Row>
  );
}

type ConversationProps = { email: EmailOnWire; answer: Answer | undefined; showsHistory: boolean };

function Conversation({ email, answer, showsHistory }: ConversationProps) {
  const { messages: all, isComplete } = useThread(email);
  const messages = answer ? all.filter(({ id }) => id !== answer.draftId) : all;
  const answered = messages.find(({ id }) => id === answer?.place.under) ?? messages.at(-1);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [unreadAtFirst, setUnreadAtFirst] = useState<ReadonlySet<string>>(new Set());
  const read = useEffectEvent(() => {
    const unread = messages.filter(({ status, isRead }) => status === "received" && !isRead);
    if (unread.length === 0) return;
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
    <ScrollBox className={styles.scroll} data-reader aria-label={email.subject}>
      <Text
        as="h2"
        size="section"
        overflow="break"
        pad="18px 20px 6px"
        lineHeight={1.4}
        className={styles.subject}
      >
        {email.subject}
      </Text>
      {messages.map((message) => (
        <Fragment key={message.id}>
          <Message
            email={message.id === email.id ? email : message}
            isOpen={isOpen(message)}
            onToggle={() => toggle(message.id)}
          />
          {answer && message === answered && <AnswerComposer key={answer.composer.key} answer={answer} />}
        </Fragment>
      ))}
      {showsHistory && <SenderHistory email={email} />}
    </ScrollBox>
  );
}

/** The actions apply to the email that is open when they are used, so they are not rendered again for each one. */
function ReaderActions({ isEditable, isForMany }: { isEditable: boolean; isForMany: boolean }) {
  if (isEditable)
    return (
      <Row wrap line="above" pad="10px 20px" className={styles.acts}>
        <Button leftSection={<Pencil {...ICON} />} onClick={editOpen}>
          {t`Edit`}
        </Button>
      </Row>
    );
  return (
    <Row wrap line="above" pad="10px 20px" className={styles.acts}>
      <Button leftSection={<Reply {...ICON} />} onClick={replyToOpen}>
        {t`Reply`}
      </Button>
      {isForMany && (
        <Button variant="default" leftSection={<ReplyAll {...ICON} />} onClick={replyToAll}>
          {t`Reply all`}
        </Button>
      )}
      <Button variant="default" leftSection={<Forward {...ICON} />} onClick={forwardOpen}>
        {t`Forward`}
      </Button>
      <Button variant="default" leftSection={<Sparkles {...ICON} />} onClick={replyToOpenWithAi}>
        {t`AI Reply`}
      </Button>
    </Row>
  );
}

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

const withOpen = (act: (email: EmailOnWire) => unknown) => () => {
  const email = emailRecords.get(openThread.now() ?? "");
  if (email) act(email);
};

/** As their keys do. */
const archiveOpen = () => runShortcut("e");
const deleteOpen = () => runShortcut("#");

const unarchiveOpen = withOpen(({ id }) => unarchive([id]));
const moveOpen = withOpen((email) => openMove([email], { threads: true }));
const markOpenUnread = withOpen((email) => markRead(email, false));
const starOpen = withOpen(toggleStar);
const unsnoozeOpen = withOpen(({ id }) => snooze([id], null));
const remindOfOpen = (at: Date) => withOpen((email) => remindOf(email, at))();
const cancelReminderOfOpen = withOpen((email) => remindOf(email, null));
const editOpen = withOpen(({ id }) => editEmail(id));
const replyToOpen = withOpen(({ id }) => reply(id));
const replyToAll = withOpen(({ id }) => reply(id, { all: true }));
const forwardOpen = withOpen(({ id }) => forward([id]));
const replyToOpenWithAi = withOpen(({ id }) => replyWithAi(id));
