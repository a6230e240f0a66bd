import type { Slice } from "#platform/capability/slice.ts";
import { keepDelivering } from "#platform/notify/keep-delivering.ts";
import { releaseDueNotifications, sweepNotifications } from "#platform/notify/release-due.ts";
import { briefings } from "./briefings.ts";
import {
  briefOnTime,
  lookAroundForEveryone,
  lookAroundNow,
  readDueFeeds,
  readOneFeed,
  sweepDailyOps,
} from "./jobs.ts";
import { leave } from "./leave-times.ts";
import { news } from "./news.ts";
import { newsFeeds } from "./news-feeds.ts";
import { newsInterests } from "./news-interests.ts";
import { notifications } from "./notifications.ts";
import { tellOfTrouble } from "./tell-of-trouble.ts";
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
  keepers: [keepDelivering],
  jobs: [
    briefOnTime,
    lookAroundForEveryone,
    lookAroundNow,
    readDueFeeds,
    readOneFeed,
    sweepDailyOps,
    tellOfTrouble,
    releaseDueNotifications,
    sweepNotifications,
  ],
};
