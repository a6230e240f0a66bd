import { t } from "#i18n/message.ts";
import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { Page } from "#ui/page.tsx";
import { ContactsPanel } from "./accounts/contacts-panel.tsx";
import { ConversationsPanel } from "./accounts/conversations-panel.tsx";
import { Counters } from "./accounts/counters.tsx";
import { UsersPanel } from "./accounts/users-panel.tsx";
import { InstancePanel } from "./operations/instance-panel.tsx";
import { useListAddress } from "./use-list-address.ts";

const TABS = [
  { value: "users", label: t`Users` },
  { value: "contacts", label: t`Contacts` },
  { value: "conversations", label: t`Conversations` },
  { value: "settings", label: t`Settings` },
] as const;

export function AdminPage() {
  return (
    <Page
      title={t`Admin Dashboard`}
      area={t`Admin`}
      subtitle={t`Accounts and data of this instance`}
      stats={<Counters />}
    >
      <AdminTabs id="admin" tabs={TABS} />
    </Page>
  );
}

type AdminTabsProps = {
  id: string;
  tabs: readonly { value: (typeof TABS)[number]["value"]; label: string }[];
};

/** The same four tabs on the dashboard and in debug mode, where the first one is called otherwise. */
export function AdminTabs({ id, tabs }: AdminTabsProps) {
  const { tab, text, chooseTab, searchFor } = useListAddress(tabs);
  const search = { text, onSearch: searchFor };
  return (
    <>
      <TabList id={id} label={t`Admin data`} value={tab} onChange={chooseTab} tabs={tabs} />
      <TabPanel id={id} value="users" isActive={tab === "users"}>
        <UsersPanel {...search} />
      </TabPanel>
      <TabPanel id={id} value="contacts" isActive={tab === "contacts"}>
        <ContactsPanel {...search} />
      </TabPanel>
      <TabPanel id={id} value="conversations" isActive={tab === "conversations"}>
        <ConversationsPanel {...search} />
      </TabPanel>
      <TabPanel id={id} value="settings" isActive={tab === "settings"}>
        <InstancePanel />
      </TabPanel>
    </>
  );
}
