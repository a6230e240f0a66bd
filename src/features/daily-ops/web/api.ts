import { t } from "#i18n/message.ts";
import { resourceClient } from "#platform/client/resource-client.ts";

export const notifications =
  resourceClient<typeof import("../notifications.ts").notifications>("notifications");
export const briefings = resourceClient<typeof import("../briefings.ts").briefings>("briefings");
export const weather = resourceClient<typeof import("../weather.ts").weather>("weather");
export const traffic = resourceClient<typeof import("../traffic.ts").traffic>("traffic");
export const leaveTimes = resourceClient<typeof import("../leave-times.ts").leave>("leaveTimes");
export const travelChecks = resourceClient<typeof import("../travel-checks.ts").travelChecks>("travelChecks");
export const news = resourceClient<typeof import("../news.ts").news>("news");
export const newsFeeds = resourceClient<typeof import("../news-feeds.ts").newsFeeds>("newsFeeds");
export const newsInterests =
  resourceClient<typeof import("../news-interests.ts").newsInterests>("newsInterests");
export const voiceCommands =
  resourceClient<typeof import("../voice-commands.ts").voiceCommands>("voiceCommands");

export const today = resourceClient<typeof import("../today/today.ts").today>("today");

export type Today = Awaited<ReturnType<typeof today.get.call>>;
export type Notification = Awaited<ReturnType<typeof notifications.list.call>>["items"][number];

/** The toast after a failed query of this page (DAILY-17). */
export const LOADED = { meta: { failure: t`Failed to load daily operations data` } };
/** What is computed from many records, read anew whenever it is opened. */
export const FRESH = { staleTime: 0 };
