import { Archive, MessagesSquare, Plus, Star, TextSearch, Trash2, UserPlus } from "lucide-react";
import { useState } from "react";
import type { ContactOnWire } from "#features/contacts/model.ts";
import { ContactCard } from "#features/contacts/web/public/contact-card.tsx";
import { ContactDialog } from "#features/contacts/web/public/contact-dialog.tsx";
import { ContactList } from "#features/contacts/web/public/contact-list.tsx";
import { ContactTools } from "#features/contacts/web/public/contact-tools.tsx";
import { ContactTrash } from "#features/contacts/web/public/contact-trash.tsx";
import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { SearchField } from "#ui/inputs/search-field.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box } from "#ui/layout/text.tsx";
import { Page } from "#ui/page.tsx";
import { PageNotice } from "#ui/page-notice.tsx";
import {
  type ChangeAddress,
  type CommunicationAddress,
  useCommunicationAddress,
} from "./communication-address.ts";
import styles from "./communication-page.module.css";
import { openDirect } from "./conversations/conversation-actions.ts";
import { ConversationList } from "./conversations/conversation-list.tsx";
import { NewConversationDialog } from "./conversations/new-conversation-dialog.tsx";
import { MessagePane } from "./messages/message-pane.tsx";
import { MessageSearch } from "./messages/message-search.tsx";
import { conversationRecords } from "./records.ts";
import { Stats } from "./stats.tsx";
import { useAddressActions, useFirstConversation } from "./use-address-actions.ts";

const TABS = [
  { value: "conversations", label: "Conversations" },
  { value: "contacts", label: "Contacts" },
] as const;

type OpenDialog =
  | { kind: "conversation" }
  | { kind: "search"; within: string | undefined }
  | { kind: "contact"; contact?: ContactOnWire }
  | { kind: "card"; contact: ContactOnWire };

export function CommunicationPage() {
  const { address, change } = useCommunicationAddress();
  const [dialog, setDialog] = useState<OpenDialog>();
  const { conversation: openId } = address;
  useFirstConversation(address, change);
  useAddressActions(address, change, setDialog);
  useShortcut("n", "New conversation", "Communication", () => setDialog({ kind: "conversation" }));
  useShortcut("s", "Search messages", "Communication", () =>
    setDialog({ kind: "search", within: undefined }),
  );
  useShortcut("a", "Add contact", "Communication", () => setDialog({ kind: "contact" }));
  const open = (id: string | undefined) =>
    change({ conversation: id, message: undefined, thread: undefined });
  const close = () => setDialog(undefined);
  return (
    <div className={styles.hub} data-open={openId ? true : undefined} data-toasts="top">
      <Page
        wide
        title="Communication Hub"
        subtitle="Conversations, contacts and calls in one place"
        stats={<Stats />}
        actions={
          <Button
            variant="default"
            leftSection={<UserPlus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setDialog({ kind: "contact" })}
          >
            Add Contact
          </Button>
        }
        primaryAction={
          <Button
            leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setDialog({ kind: "conversation" })}
          >
            New Conversation
          </Button>
        }
      >
        {address.trash ? (
          <ContactTrash onLeave={() => change({ trash: undefined })} />
        ) : (
          <div className={styles.desk}>
            <Side address={address} change={change} onOpen={open} onDialog={setDialog} />
            <div className={styles.main}>
              {openId ? (
                <MessagePane
                  key={openId}
                  id={openId}
                  messageId={address.message}
                  threadId={address.thread}
                  onThreadClose={() => change({ thread: undefined }, { replace: true })}
                  onBack={() => open(undefined)}
                  onJump={() => change({ message: undefined }, { replace: true })}
                  onSearch={() => setDialog({ kind: "search", within: openId })}
                />
              ) : (
                <Box alignSelf="center">
                  <EmptyState
                    icon={MessagesSquare}
                    title="No conversation is open"
                    message="Choose one from the list, or start a new one."
                  />
                </Box>
              )}
            </div>
          </div>
        )}
      </Page>
      {dialog?.kind === "conversation" && <NewConversationDialog onClose={close} onCreated={open} />}
      {dialog?.kind === "search" && (
        <MessageSearch
          within={dialog.within ? conversationRecords.get(dialog.within) : undefined}
          onClose={close}
          onOpen={({ id, conversationId }) => {
            close();
            change({ conversation: conversationId, message: id });
          }}
        />
      )}
      {dialog?.kind === "card" && (
        <ContactCard
          contact={dialog.contact}
          onClose={close}
          onEdit={(contact) => setDialog({ kind: "contact", contact })}
          onMessage={({ id }) => {
            close();
            void openDirect({ contactId: id }).then((opened) => opened && open(opened.id));
          }}
        />
      )}
      {dialog?.kind === "contact" && <ContactDialog contact={dialog.contact} onClose={close} />}
    </div>
  );
}

type SideProps = {
  address: CommunicationAddress;
  change: ChangeAddress;
  onOpen(id: string): void;
  onDialog(dialog: OpenDialog): void;
};

/** Conversations or contacts, with their search. */
function Side({ address, change, onOpen, onDialog }: SideProps) {
  const { tab = "conversations", search, archived = false, favorites = false, conversation } = address;
  const onContacts = tab === "contacts";
  const clear = () =>
    change({ search: undefined, archived: undefined, favorites: undefined }, { replace: true });
  const write = async ({ id }: ContactOnWire) => {
    const opened = await openDirect({ contactId: id });
    if (opened) onOpen(opened.id);
  };
  return (
    <Stack gap={0} shrink className={styles.side}>
      <Stack gap={10} pad="10px 12px" line="below">
        <TabList
          id="communication"
          label="Conversations and contacts"
          isFull
          value={tab}
          onChange={(next) =>
            change({
              tab: next === "contacts" ? next : undefined,
              search: undefined,
              archived: undefined,
              favorites: undefined,
            })
          }
          tabs={TABS}
        />
        <Row gap={6} className={styles.find}>
          <SearchField
            key={tab}
            label={onContacts ? "Search contacts" : "Search conversations"}
            text={search ?? ""}
            onSearch={(text) => change({ search: text }, { replace: true })}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={onContacts ? favorites : archived}
            aria-label={onContacts ? "Favourites only" : "Archived"}
            title={onContacts ? "Favourites only" : "Archived"}
            onClick={() =>
              change(
                onContacts ? { favorites: !favorites || undefined } : { archived: !archived || undefined },
                { replace: true },
              )
            }
          >
            {onContacts ? (
              <Star size={16} strokeWidth={1.75} aria-hidden />
            ) : (
              <Archive size={16} strokeWidth={1.75} aria-hidden />
            )}
          </button>
          {!onContacts && (
            <button
              type="button"
              className={styles.toggle}
              aria-label="Search messages"
              title="Search messages (S)"
              onClick={() => onDialog({ kind: "search", within: undefined })}
            >
              <TextSearch size={16} strokeWidth={1.75} aria-hidden />
            </button>
          )}
          {onContacts && (
            <button
              type="button"
              className={styles.toggle}
              aria-label="Trash"
              title="Trash"
              onClick={() => change({ trash: true })}
            >
              <Trash2 size={16} strokeWidth={1.75} aria-hidden />
            </button>
          )}
          {onContacts && <ContactTools />}
        </Row>
      </Stack>
      <TabPanel id="communication" value="conversations" isActive={!onContacts}>
        <PageNotice place="strip" />
        <ConversationList
          isArchived={archived}
          search={search}
          openId={conversation}
          onOpen={onOpen}
          onNew={() => onDialog({ kind: "conversation" })}
          onClear={clear}
        />
      </TabPanel>
      <TabPanel id="communication" value="contacts" isActive={onContacts}>
        <ContactList
          isFavorite={favorites}
          search={search}
          onMessage={(contact) => void write(contact)}
          onOpen={(contact) => onDialog({ kind: "card", contact })}
          onEdit={(contact) => onDialog({ kind: "contact", contact })}
          onNew={() => onDialog({ kind: "contact" })}
          onClear={clear}
        />
      </TabPanel>
    </Stack>
  );
}
