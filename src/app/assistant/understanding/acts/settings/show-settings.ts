import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { newsInterests } from "#features/daily-ops/news-interests.ts";
import { mailPreferences } from "#features/email/mail-preferences.ts";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { notificationPolicy } from "#features/settings/notification-policy.ts";
import { profile } from "#features/settings/profile.ts";
import { LANGUAGE_NAMES } from "#i18n/languages.ts";
import { joinWords } from "../../../format-answer.ts";
import type { Turn } from "../../../intent.ts";
import { type Act, asksFor } from "../../act.ts";
import { hoursText } from "./other-hours.ts";
import { weekdaysIn } from "./read-hours.ts";

type Shown = (turn: Turn) => Promise<string>;

const workingHours: Shown = async (turn) => {
  const settings = await turn.use(calendarSettings.get, {});
  const asked = weekdaysIn(turn.sentence);
  const isSo = asked?.every((day) => settings.workingDays.includes(day));
  const you = asked ? (isSo ? "Yes: you" : "No: you") : "You";
  return `${you} work ${hoursText(settings)}.`;
};

const quietHours: Shown = async (turn) => {
  const { quietEnabled, quietFrom, quietTo } = await turn.use(notificationPolicy.get, {});
  return quietEnabled ? `Quiet hours are ${quietFrom} to ${quietTo}.` : "No, you have no quiet hours.";
};

const briefing: Shown = async (turn) => {
  const { briefingEnabled, briefingTime } = await turn.use(dailyOpsSettings.get, {});
  return briefingEnabled ? `The briefing comes at ${briefingTime}.` : "No, the daily briefing is off.";
};

const timeZone: Shown = async (turn) =>
  `Your time zone is ${(await turn.use(profile.get, {})).timeZone?.replaceAll("_", " ") ?? "that of your browser"}.`;

const clock: Shown = async (turn) =>
  `Times are shown with ${(await turn.use(profile.get, {})).hourCycle === "h12" ? 12 : 24} hours.`;

const language: Shown = async (turn) => {
  const { language: own } = await turn.use(profile.get, {});
  return own ? `The pages are in ${LANGUAGE_NAMES[own]}.` : "The pages are in the language of your browser.";
};

const signature: Shown = async (turn) => {
  const { signature: own } = await turn.use(mailPreferences.get, {});
  return own ? `Your signature is '${own}'.` : "No, you have no signature.";
};

const theme: Shown = async () => "Each browser has its own theme: it is in Settings, Profile.";

const FIELDS: readonly (readonly [RegExp, Shown])[] = [
  [/\b(?:working|work|office|business) (?:hours|days|time)|\bhours i work\b/i, workingHours],
  [/\bquiet|\bsilent|do not disturb/i, quietHours],
  [/\bbriefing/i, briefing],
  [/\btime ?zone|\bzone\b/i, timeZone],
  [/\bclock\b|\b(?:12|24)[- ]?h|\btime format/i, clock],
  [/\blanguage|\blocale/i, language],
  [/\btheme|\bdark|\blight|\bappearance/i, theme],
  [/\bsignature|\bsign[- ]off/i, signature],
];

/** What a setting is now; nothing is changed. */
const show: Act = async (turn, { field = "" }) => {
  const shown =
    FIELDS.find(([pattern]) => pattern.test(field)) ??
    FIELDS.find(([pattern]) => pattern.test(turn.sentence));
  return shown ? { text: await shown[1](turn) } : asksFor("Which setting do you mean?");
};

const interests: Act = async (turn) => {
  const { interests: words } = await turn.use(newsInterests.get, {});
  return {
    text:
      words.length > 0
        ? `Your news is chosen by ${joinWords(words)}.`
        : "No, you have chosen no topics for your news.",
  };
};

export const SHOWN_SETTINGS: Readonly<Record<string, Act>> = {
  "settings.show": show,
  "news.interests": interests,
};
