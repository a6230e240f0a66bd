import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ErrorState } from "#ui/error-state.tsx";
import { Page } from "#ui/page.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TabList, TabPanel } from "#ui/tabs.tsx";
import { profile } from "./api.ts";
import { ApiKeysPanel } from "./api-keys-panel.tsx";
import { ProfilePanel } from "./profile-panel.tsx";
import { SecurityPanel } from "./security-panel.tsx";

const TABS = [
  { value: "profile", label: "Profile" },
  { value: "security", label: "Security" },
  { value: "api-keys", label: "API keys" },
] as const;

type Tab = (typeof TABS)[number]["value"];

const WORDS = { title: "Settings", subtitle: "Manage your preferences and locations" };

export function SettingsPage() {
  const { data, error, refetch } = useQuery(profile.get.query({}));
  const [tab, setTab] = useTab();
  if (!data)
    return (
      <Page {...WORDS}>
        {error ? (
          <ErrorState
            title="Your settings could not be loaded"
            message={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <Spinner label="Loading settings..." showLabel />
        )}
      </Page>
    );
  return (
    <Page
      {...WORDS}
      tabs={<TabList id="settings" label="Settings" value={tab} onChange={setTab} tabs={TABS} />}
    >
      <TabPanel id="settings" value="profile" isActive={tab === "profile"}>
        <ProfilePanel stored={data} />
      </TabPanel>
      <TabPanel id="settings" value="security" isActive={tab === "security"}>
        <SecurityPanel email={data.email} />
      </TabPanel>
      <TabPanel id="settings" value="api-keys" isActive={tab === "api-keys"}>
        <ApiKeysPanel />
      </TabPanel>
    </Page>
  );
}

/** Kept in the address; the first tab is the one without a word there. */
function useTab(): [Tab, (tab: Tab) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab = TABS.find(({ value }) => value === search.tab)?.value ?? TABS[0].value;
  const choose = (next: Tab) =>
    void navigate({
      to: "/settings",
      search: next === TABS[0].value ? {} : { tab: next },
      resetScroll: false,
    });
  return [tab, choose];
}
