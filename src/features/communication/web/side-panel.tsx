import { Archive, type LucideIcon, Star, TextSearch, Trash2 } from "lucide-react";
import type { ContactOnWire } from "#features/contacts/model.ts";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { SearchField } from "#ui/inputs/search-field.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { PageNotice } from "#ui/page-notice.tsx";
import type { ChangeAddress, CommunicationAddress } from "./communication-address.ts";
import styles from "./communication-page.module.css";
import { openDirect } from "./conversations/conversation-actions.ts";
import { ConversationList } from "./conversations/conversation-list.tsx";

const ContactList = laterPart(
  async () => (await import("#features/contacts/web/public/contact-list.tsx")).ContactList,
);
const ContactTools = laterPart(
  async () => (await import("#features/contacts/web/public/contact-tools.tsx")).ContactTools,
);

const TABS = [
  { value: "conversations", label: t`Conversations` },
  { value: "contacts", label: t`Contacts` },
] as const;

export type CommunicationDialog =
  | { kind: "conversation" }
  | { kind: "search"; within: string | undefined }
  | { kind: "contact"; contact?: ContactOnWire }
  | { kind: "card"; contact: ContactOnWire };

type SidePanelProps = {
  address: CommunicationAddress;
  change: ChangeAddress;
  onOpen(id: string): void;
  onDialog(dialog: CommunicationDialog): void;
};

/** Conversations or contacts, with their search. */
export function SidePanel({ address, change, onOpen, onDialog }: SidePanelProps) {
  const { tab = "conversations", search, archived = false, favorites = false, conversation } = address;
  const onContacts = tab === "contacts";
  useFetchAfterPage(ContactList, ContactTools);
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
          label={t`Conversations and contacts`}
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
        <FindRow
          address={address}
          change={change}
          onSearchMessages={() => onDialog({ kind: "search", within: undefined })}
        />
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

type FindRowProps = { address: CommunicationAddress; change: ChangeAddress; onSearchMessages(): void };

/** The search of the list that is shown, and what else can be done with that list. */
function FindRow({ address, change, onSearchMessages }: FindRowProps) {
  const { tab, search, archived = false, favorites = false } = address;
  const onContacts = tab === "contacts";
  const replace = { replace: true };
  return (
    <Row gap={6} className={styles.find}>
      <SearchField
        key={tab ?? "conversations"}
        label={onContacts ? t`Search contacts` : t`Search conversations`}
        text={search ?? ""}
        onSearch={(text) => change({ search: text }, { replace: true })}
      />
      {onContacts ? (
        <>
          <ToolButton
            icon={Star}
            label={t`Favorites only`}
            isPressed={favorites}
            onClick={() => change({ favorites: !favorites || undefined }, replace)}
          />
          <ToolButton icon={Trash2} label={t`Trash`} onClick={() => change({ trash: true })} />
          <ContactTools />
        </>
      ) : (
        <>
          <ToolButton
            icon={Archive}
            label={t`Archived`}
            isPressed={archived}
            onClick={() => change({ archived: !archived || undefined }, replace)}
          />
          <ToolButton
            icon={TextSearch}
            label={t`Search messages`}
            title={t`Search messages (S)`}
            onClick={onSearchMessages}
          />
        </>
      )}
    </Row>
  );
}

type ToolButtonProps = {
  icon: LucideIcon;
  label: string;
  title?: string;
  isPressed?: boolean;
  onClick(): void;
};

const ToolButton = ({ icon: Icon, label, title = label, isPressed, onClick }: ToolButtonProps) => (
  <button
    type="button"
    className={styles.toggle}
    aria-pressed={isPressed}
    aria-label={label}
    title={title}
    onClick={onClick}
  >
    <Icon size={16} strokeWidth={1.75} aria-hidden />
  </button>
);
