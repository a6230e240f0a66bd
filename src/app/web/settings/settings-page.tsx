import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { emailConfirmation, profile } from "#features/settings/web/api.ts";
import { DailyOpsPanel } from "#features/settings/web/daily-ops/daily-ops-panel.tsx";
import { DAILY_OPS } from "#features/settings/web/daily-ops/use-daily-ops-form.ts";
import { LOCATION_LIST } from "#features/settings/web/locations/location-list.ts";
import { LocationsPanel } from "#features/settings/web/locations/locations-panel.tsx";
import { NotificationsPanel } from "#features/settings/web/notifications/notifications-panel.tsx";
import { AppearancePanel } from "#features/settings/web/profile/appearance-panel.tsx";
import type { Profile } from "#features/settings/web/profile/profile-edits.ts";
import { ProfilePanel } from "#features/settings/web/profile/profile-panel.tsx";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import { Page } from "#ui/page.tsx";

const ApiKeysPanel = laterPart(
  async () => (await import("#features/settings/web/api-keys/api-keys-panel.tsx")).ApiKeysPanel,
);
const SecurityPanel = laterPart(
  async () => (await import("#features/settings/web/security/security-panel.tsx")).SecurityPanel,
);
const DataPanel = laterPart(async () => (await import("./data-panel.tsx")).DataPanel);
const MailPanel = laterPart(async () => (await import("./mail-panel.tsx")).MailPanel);

/** The two of the specification (SET-04) stand together; what cannot be undone is last. */
const TABS = [
  { value: "profile", label: t`Profile` },
  { value: "appearance", label: t`Appearance` },
  { value: "notifications", label: t`Notifications` },
  { value: "security", label: t`Security` },
  { value: "mail", label: t`Mail` },
  { value: "locations", label: t`Locations` },
  { value: "daily-operations", label: t`Daily Operations` },
  { value: "api-keys", label: t`API keys` },
  { value: "data", label: t`Your data` },
] as const;

type Tab = (typeof TABS)[number]["value"];

const PROFILE = profile.get.query({});
const WORDS = { title: t`Settings`, subtitle: t`Manage your preferences and locations` };

export function SettingsPage() {
  const own = useQuery(PROFILE);
  const places = useQuery(LOCATION_LIST);
  const daily = useQuery(DAILY_OPS);
  const [tab, setTab] = useTab();
  // The first panel shows it: read in the same request as the rest.
  useQuery({ ...emailConfirmation.state.query({}), enabled: tab === "profile" });
  useLoggedFailure(daily.error);
  useFetchAfterPage(ApiKeysPanel, SecurityPanel, DataPanel, MailPanel);
  const tabs = <TabList id="settings" label={t`Settings`} value={tab} onChange={setTab} tabs={TABS} />;
  if (own.isPending || places.isPending || daily.isPending)
    return (
      <Page {...WORDS} tabs={tabs}>
        <TabPanel id="settings" value={tab} isActive>
          <Spinner label={t`Loading settings...`} showLabel />
        </TabPanel>
      </Page>
    );
  return (
    <Page {...WORDS} tabs={tabs}>
      <TabPanel id="settings" value="profile" isActive={tab === "profile"}>
        <OwnPanel query={own} show={(stored) => <ProfilePanel stored={stored} />} />
      </TabPanel>
      <TabPanel id="settings" value="appearance" isActive={tab === "appearance"}>
        <OwnPanel query={own} show={(stored) => <AppearancePanel stored={stored} />} />
      </TabPanel>
      <TabPanel id="settings" value="notifications" isActive={tab === "notifications"}>
        <NotificationsPanel />
      </TabPanel>
      <TabPanel id="settings" value="security" isActive={tab === "security"}>
        <OwnPanel query={own} show={({ email }) => <SecurityPanel email={email} />} />
      </TabPanel>
      <TabPanel id="settings" value="mail" isActive={tab === "mail"}>
        <MailPanel />
      </TabPanel>
      <TabPanel id="settings" value="locations" isActive={tab === "locations"}>
        <LocationsPanel query={places} />
      </TabPanel>
      <TabPanel id="settings" value="daily-operations" isActive={tab === "daily-operations"}>
        <DailyOpsPanel query={daily} />
      </TabPanel>
      <TabPanel id="settings" value="api-keys" isActive={tab === "api-keys"}>
        <ApiKeysPanel />
      </TabPanel>
      <TabPanel id="settings" value="data" isActive={tab === "data"}>
        <DataPanel />
      </TabPanel>
    </Page>
  );
}

/** A panel that needs the profile, or the reason why it could not be loaded. */
const OwnPanel = ({ query, show }: { query: UseQueryResult<Profile>; show(stored: Profile): ReactNode }) => (
  <QueryContent query={query} failure={t`Your settings could not be loaded`}>
    {show}
  </QueryContent>
);

/** The specification wants no toast here (SET-45); the panel itself says it and offers another try. */
function useLoggedFailure(error: Error | null): void {
  useFailureReport(error !== null, () =>
    console.error("The settings of Daily Operations could not be loaded", error),
  );
}

/** Stored in the address; the first tab has no parameter. */
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
