import type { AttentionContribution } from "#features/attention/public/attention-source.ts";
import { feedOfFigures, type Slice } from "#platform/capability/slice.ts";
import { noticeDelivery } from "#platform/notify/notice-delivery-service.ts";
import { releaseDueNotifications, sweepNotifications } from "#platform/notify/release-due.ts";
import { briefings as briefingVerbs } from "./briefings.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import {
  readDueFeeds,
  readOneFeed,
  refreshAllSources,
  refreshSourcesNow,
  sweepDailyOps,
  writeDueBriefings,
} from "./jobs.ts";
import { leave } from "./leave-times.ts";
import { news } from "./news.ts";
import { newsFeeds } from "./news-feeds.ts";
import { newsInterests } from "./news-interests.ts";
import { listDigestItems } from "./notifications/list-digest-items.ts";
import { notifySyncFailures } from "./notifications/notify-sync-failures.ts";
import { notifications } from "./notifications.ts";
import { travelAttention } from "./sources/find-short-travel.ts";
import { today as todayVerbs } from "./today/today.ts";
import { traffic } from "./traffic.ts";
import { travelChecks } from "./travel-checks.ts";
import { voiceCommands } from "./voice-commands.ts";
import { weather } from "./weather.ts";

export const dailyOps: Slice & { attention: AttentionContribution } = {
  name: "daily-ops",
  descriptions,
  resources: [
    leave,
    travelChecks,
    weather,
    traffic,
    news,
    newsFeeds,
    newsInterests,
    notifications,
    voiceCommands,
  ],
  feeds: { notifications: feedOfFigures(notifications.count) },
  backgroundServices: [noticeDelivery(listDigestItems)],
  jobs: [
    writeDueBriefings,
    refreshAllSources,
    refreshSourcesNow,
    readDueFeeds,
    readOneFeed,
    sweepDailyOps,
    notifySyncFailures,
    releaseDueNotifications,
    sweepNotifications,
  ],
  attention: travelAttention,
};

/** Both show records of every area, so a key for Daily Operations alone must not read them. */
export const today: Slice = { name: "today", area: "search", descriptions, resources: [todayVerbs] };
export const briefings: Slice = {
  name: "briefings",
  area: "search",
  descriptions,
  resources: [briefingVerbs],
};
