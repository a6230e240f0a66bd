import { Page } from "#ui/page.tsx";
import { TabList, TabPanel } from "#ui/tabs.tsx";
import { AccountsPanel } from "./accounts-panel.tsx";
import { BackToSettings } from "./back-to-settings.tsx";
import { BackupsPanel } from "./backups-panel.tsx";
import { HealthPanel } from "./health-panel.tsx";
import { JobsPanel } from "./jobs-panel.tsx";
import { usePlace } from "./use-place.ts";

const TABS = [
  { value: "health", label: "Health" },
  { value: "jobs", label: "Jobs" },
  { value: "backups", label: "Backups" },
  { value: "accounts", label: "Accounts" },
] as const;

export function OperationsPage() {
  const { tab, text, chooseTab, searchFor } = usePlace(TABS);
  return (
    <Page
      title="Operations"
      subtitle="How the instance is, what it does by itself, and its safety copies"
      before={<BackToSettings />}
    >
      <TabList id="operations" label="Operations" value={tab} onChange={chooseTab} tabs={TABS} />
      <TabPanel id="operations" value="health" isActive={tab === "health"}>
        <HealthPanel />
      </TabPanel>
      <TabPanel id="operations" value="jobs" isActive={tab === "jobs"}>
        <JobsPanel />
      </TabPanel>
      <TabPanel id="operations" value="backups" isActive={tab === "backups"}>
        <BackupsPanel />
      </TabPanel>
      <TabPanel id="operations" value="accounts" isActive={tab === "accounts"}>
        <AccountsPanel text={text} onSearch={searchFor} />
      </TabPanel>
    </Page>
  );
}
