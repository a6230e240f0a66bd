import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { Page } from "#ui/page.tsx";
import { AccountsPanel } from "../accounts/accounts-panel.tsx";
import { BackToSettings } from "../settings/back-to-settings.tsx";
import { useListAddress } from "../use-list-address.ts";
import { BackupsPanel } from "./backups-panel.tsx";
import { HealthPanel } from "./health-panel.tsx";
import { JobsPanel } from "./jobs-panel.tsx";

const TABS = [
  { value: "health", label: "Health" },
  { value: "jobs", label: "Jobs" },
  { value: "backups", label: "Backups" },
  { value: "accounts", label: "Accounts" },
] as const;

export function OperationsPage() {
  const { tab, text, chooseTab, searchFor } = useListAddress(TABS);
  return (
    <Page title="Operations" subtitle="Status, background jobs and backups" backLink={<BackToSettings />}>
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
