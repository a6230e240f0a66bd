import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { dailyOpsSettings } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Page } from "#ui/page.tsx";
import type { Area } from "../model.ts";
import { AreaDisabled } from "./area-disabled.tsx";
import { BriefingPanel } from "./briefing/briefing-panel.tsx";
import { TABS, type Tab, useDailyOpsAddress } from "./daily-ops-address.ts";
import { NotificationsTab } from "./notifications/notifications-tab.tsx";
import { WeatherPanel } from "./weather/weather-panel.tsx";

const NewsPanel = laterPart(async () => (await import("./news/news-panel.tsx")).NewsPanel);
const TrafficPanel = laterPart(async () => (await import("./traffic/traffic-panel.tsx")).TrafficPanel);
const VoicePanel = laterPart(async () => (await import("./voice/voice-panel.tsx")).VoicePanel);

const PANELS: Record<Tab, { area: Area; panel: ReactNode }> = {
  briefing: { area: "briefingEnabled", panel: <BriefingPanel /> },
  weather: { area: "weatherEnabled", panel: <WeatherPanel /> },
  traffic: { area: "trafficEnabled", panel: <TrafficPanel /> },
  news: { area: "newsEnabled", panel: <NewsPanel /> },
  notifications: { area: "smartNotificationsEnabled", panel: <NotificationsTab /> },
  voice: { area: "voiceCommandsEnabled", panel: <VoicePanel /> },
};

export function DailyOpsPage() {
  const { address, go } = useDailyOpsAddress();
  const { data: settings } = useQuery(dailyOpsSettings.get.query({}));
  const tab = address.tab ?? "briefing";
  useFetchAfterPage(NewsPanel, TrafficPanel, VoicePanel);
  const choose = (next: Tab) => go({ tab: next === "briefing" ? undefined : next });
  return (
    <Page
      title={t`Daily Operations`}
      area={t`Daily Ops`}
      subtitle={t`Your morning briefing, weather, traffic, news, notifications and voice commands`}
      tabs={<TabList id="daily-ops" label={t`Daily Operations`} value={tab} onChange={choose} tabs={TABS} />}
    >
      {TABS.map(({ value }) => (
        <TabPanel key={value} id="daily-ops" value={value} isActive={tab === value}>
          {settings && !settings[PANELS[value].area] ? (
            <AreaDisabled area={PANELS[value].area} />
          ) : (
            PANELS[value].panel
          )}
        </TabPanel>
      ))}
    </Page>
  );
}
