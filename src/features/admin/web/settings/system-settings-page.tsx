import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterDialog } from "#ui/later-part.tsx";
import { Page } from "#ui/page.tsx";
import { FAILED_TO_LOAD } from "../accounts/counters.tsx";
import { DatabasePanel } from "../operations/database-panel.tsx";
import { useListAddress } from "../use-list-address.ts";
import type { Settings } from "./settings-edits.ts";
import { TABS } from "./settings-fields.ts";
import { SettingsGroups } from "./settings-groups.tsx";
import { SETTINGS, type SettingsForm, useSettingsForm } from "./use-settings-form.ts";

const ChangeHistory = laterDialog(async () => (await import("./change-history.tsx")).ChangeHistory);

const WORDS = {
  title: t`System Settings`,
  subtitle: t`Instance settings. They take effect when you save.`,
};

export function SystemSettingsPage() {
  const settings = useQuery({ ...SETTINGS, meta: { failure: FAILED_TO_LOAD } });
  if (settings.data) return <LoadedPage stored={settings.data} />;
  return (
    <Page {...WORDS}>
      <QueryContent query={settings} failure={FAILED_TO_LOAD} rows={6}>
        {() => null}
      </QueryContent>
    </Page>
  );
}

function LoadedPage({ stored }: { stored: Settings }) {
  const { tab, chooseTab } = useListAddress(TABS);
  const form: SettingsForm = useSettingsForm(stored);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  useFetchAfterPage(ChangeHistory);
  const history = (
    <Button
      variant="default"
      leftSection={<History size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => setHistoryOpen(true)}
    >
      {t`History`}
    </Button>
  );
  return (
    <Page
      {...WORDS}
      actions={history}
      tabs={<TabList id="system" label={t`System settings`} value={tab} onChange={chooseTab} tabs={TABS} />}
    >
      {TABS.map(({ value }) => (
        <TabPanel key={value} id="system" value={value} isActive={tab === value}>
          {value === "database" ? <DatabasePanel /> : <SettingsGroups tab={value} form={form} />}
        </TabPanel>
      ))}
      {isHistoryOpen && <ChangeHistory onClose={() => setHistoryOpen(false)} />}
    </Page>
  );
}
