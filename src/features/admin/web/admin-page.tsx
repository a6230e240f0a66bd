import { Page } from "#ui/page.tsx";
import { TabList, TabPanel } from "#ui/tabs.tsx";
import { ContactsPanel } from "./contacts-panel.tsx";
import { ConversationsPanel } from "./conversations-panel.tsx";
import { Counters } from "./counters.tsx";
import { InstancePanel } from "./instance-panel.tsx";
import { usePlace } from "./use-place.ts";
import { UsersPanel } from "./users-panel.tsx";

const TABS = [
  { value: "users", label: "Users" },
  { value: "contacts", label: "Contacts" },
  { value: "conversations", label: "Conversations" },
  { value: "settings", label: "Settings" },
] as const;

export function AdminPage() {
  return (
    <Page title="Admin Dashboard" subtitle="Who is here, and what the instance holds" stats={<Counters />}>
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
  const { tab, text, chooseTab, searchFor } = usePlace(tabs);
  const search = { text, onSearch: searchFor };
  return (
    <>
      <TabList id={id} label="Admin data" value={tab} onChange={chooseTab} tabs={tabs} />
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
