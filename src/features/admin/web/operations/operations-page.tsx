import { useEffect } from "react";
import { fetchAfterPage } from "#platform/client/fetch-after-page.ts";
import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Page } from "#ui/page.tsx";
import { BackToSettings } from "../settings/back-to-settings.tsx";
import { useListAddress } from "../use-list-address.ts";
import { HealthPanel } from "./health-panel.tsx";

const AccountsPanel = laterPart(async () => (await import("../accounts/accounts-panel.tsx")).AccountsPanel);
const BackupsPanel = laterPart(async () => (await import("./backups-panel.tsx")).BackupsPanel);
const JobsPanel = laterPart(async () => (await import("./jobs-panel.tsx")).JobsPanel);

const TABS = [
  { value: "health", label: "Health" },
  { value: "jobs", label: "Jobs" },
  { value: "backups", label: "Backups" },
  { value: "accounts", label: "Accounts" },
] as const;

export function OperationsPage() {
  const { tab, text, chooseTab, searchFor } = useListAddress(TABS);
  useEffect(() => fetchAfterPage(AccountsPanel, BackupsPanel, JobsPanel), []);
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
