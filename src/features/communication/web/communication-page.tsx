import { MessagesSquare, Plus, UserPlus } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { PageButton } from "#ui/inputs/button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterDialog, laterPart } from "#ui/later-part.tsx";
import { Box } from "#ui/layout/text.tsx";
import { Page } from "#ui/page.tsx";
import {
  type ChangeAddress,
  type CommunicationAddress,
  useCommunicationAddress,
} from "./communication-address.ts";
import styles from "./communication-page.module.css";
import { openDirect } from "./conversations/conversation-actions.ts";
import { MessagePane } from "./messages/message-pane.tsx";
import { conversationRecords } from "./records.ts";
import { type CommunicationDialog, SidePanel } from "./side-panel.tsx";
import { Stats } from "./stats.tsx";
import { useAddressActions, useFirstConversation } from "./use-address-actions.ts";

const ContactCard = laterDialog(
  async () => (await import("#features/contacts/web/public/contact-card.tsx")).ContactCard,
);
const ContactDialog = laterDialog(
  async () => (await import("#features/contacts/web/public/contact-dialog.tsx")).ContactDialog,
);
const ContactTrash = laterPart(
  async () => (await import("#features/contacts/web/public/contact-trash.tsx")).ContactTrash,
);
const NewConversationDialog = laterDialog(
  async () => (await import("./conversations/new-conversation-dialog.tsx")).NewConversationDialog,
);
const MessageSearch = laterDialog(async () => (await import("./messages/message-search.tsx")).MessageSearch);
const LATER = [ContactCard, ContactDialog, ContactTrash, NewConversationDialog, MessageSearch];

export function CommunicationPage() {
  const { address, change } = useCommunicationAddress();
  const [dialog, setDialog] = useState<CommunicationDialog>();
  const { conversation: openId } = address;
  useFirstConversation(address, change);
  useAddressActions(address, change, setDialog);
  useDialogKeys(setDialog);
  useFetchAfterPage(...LATER);
  const open = (id: string | undefined) =>
    change({ conversation: id, message: undefined, thread: undefined });
  return (
    <div className={styles.page} data-open={openId ? true : undefined} data-toasts="top">
      <Page
        wide
        title={t`Communication Hub`}
        area={t`Communication`}
        subtitle={t`Conversations, contacts and calls in one place`}
        stats={<Stats />}
        actions={
          <PageButton
            variant="default"
            icon={UserPlus}
            label={t`Add Contact`}
            onClick={() => setDialog({ kind: "contact" })}
          />
        }
        primaryAction={
          <PageButton
            icon={Plus}
            label={t`New Conversation`}
            onClick={() => setDialog({ kind: "conversation" })}
          />
        }
      >
        {address.trash ? (
          <ContactTrash onLeave={() => change({ trash: undefined })} />
        ) : (
          <div className={styles.columns}>
            <SidePanel address={address} change={change} onOpen={open} onDialog={setDialog} />
            <div className={styles.main}>
              <ConversationPane address={address} change={change} onOpen={open} onDialog={setDialog} />
            </div>
          </div>
        )}
      </Page>
      {dialog && <OpenedDialog dialog={dialog} change={change} onOpen={open} onDialog={setDialog} />}
    </div>
  );
}

function useDialogKeys(onDialog: (dialog: CommunicationDialog) => void): void {
  useShortcut("n", t`New conversation`, t`Communication`, () => onDialog({ kind: "conversation" }));
  useShortcut("s", t`Search messages`, t`Communication`, () =>
    onDialog({ kind: "search", within: undefined }),
  );
  useShortcut("a", t`Add contact`, t`Communication`, () => onDialog({ kind: "contact" }));
}

type PartProps = {
  change: ChangeAddress;
  onOpen(id: string | undefined): void;
  onDialog(dialog: CommunicationDialog | undefined): void;
};

function ConversationPane({
  address,
  change,
  onOpen,
  onDialog,
}: PartProps & { address: CommunicationAddress }) {
  const { conversation: openId, message, thread } = address;
  if (!openId)
    return (
      <Box alignSelf="center">
        <EmptyState
          icon={MessagesSquare}
          title={t`No conversation is open`}
          message={t`Choose one from the list, or start a new one.`}
        />
      </Box>
    );
  return (
    <MessagePane
      key={openId}
      id={openId}
      messageId={message}
      threadId={thread}
      onThreadClose={() => change({ thread: undefined }, { replace: true })}
      onBack={() => onOpen(undefined)}
      onJump={() => change({ message: undefined }, { replace: true })}
      onSearch={() => onDialog({ kind: "search", within: openId })}
    />
  );
}

function OpenedDialog({ dialog, change, onOpen, onDialog }: PartProps & { dialog: CommunicationDialog }) {
  const close = () => onDialog(undefined);
  if (dialog.kind === "conversation") return <NewConversationDialog onClose={close} onCreated={onOpen} />;
  if (dialog.kind === "contact") return <ContactDialog contact={dialog.contact} onClose={close} />;
  if (dialog.kind === "search")
    return (
      <MessageSearch
        within={dialog.within ? conversationRecords.get(dialog.within) : undefined}
        onClose={close}
        onOpen={({ id, conversationId }) => {
          close();
          change({ conversation: conversationId, message: id });
        }}
      />
    );
  return (
    <ContactCard
      contact={dialog.contact}
      onClose={close}
      onEdit={(contact) => onDialog({ kind: "contact", contact })}
      onMessage={({ id }) => {
        close();
        void openDirect({ contactId: id }).then((opened) => opened && onOpen(opened.id));
      }}
    />
  );
}
