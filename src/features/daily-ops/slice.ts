import { feedOfFigures, type Slice } from "#platform/capability/slice.ts";
import { noticeDeliveryService } from "#platform/notify/notice-delivery-service.ts";
import { releaseDueNotifications, sweepNotifications } from "#platform/notify/release-due.ts";
import { briefings } from "./briefings.ts";
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
import { notifySyncFailures } from "./notifications/notify-sync-failures.ts";
import { notifications } from "./notifications.ts";
import { traffic } from "./traffic.ts";
import { travelChecks } from "./travel-checks.ts";
import { voiceCommands } from "./voice-commands.ts";
import { weather } from "./weather.ts";

export const dailyOps: Slice = {
  name: "daily-ops",
  resources: [
    leave,
    travelChecks,
    briefings,
    weather,
    traffic,
    news,
    newsFeeds,
    newsInterests,
    notifications,
    voiceCommands,
  ],
  feeds: { notifications: feedOfFigures(notifications.count) },
  backgroundServices: [noticeDeliveryService],
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
};
