import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import type { HoursOfWork } from "#features/calendar/hours-model.ts";
import { mailPreferences } from "#features/email/mail-preferences.ts";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { notificationPolicy } from "#features/settings/notification-policy.ts";
import { profile } from "#features/settings/profile.ts";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "#i18n/languages.ts";
import { joinWords } from "../../../format-answer.ts";
import type { Turn } from "../../../intent.ts";
import type { Card } from "../../../model.ts";
import { type Act, asksFor, type Plan, planOf, plansOf, type Roles } from "../../act.ts";
import { piecesOf } from "../role-pieces.ts";
import { timeZoneOf } from "./find-time-zone.ts";
import { daysText, hoursText, isException, withHoursOn } from "./other-hours.ts";
import { clocksIn, clockText, quietHoursIn, weekdaysIn, workingHoursIn } from "./read-hours.ts";

const page = (tab: string, title: string): Card => ({
  ...{ kind: "page", id: `settings-${tab}`, title, subtitle: null },
  href: `/settings?tab=${tab}`,
});

type Profile = Omit<Parameters<typeof profile.update>[1], "version">;

async function profilePlan(turn: Turn, change: Profile, order: string): Promise<Plan> {
  const { version } = await turn.use(profile.get, {});
  return planOf(profile.update, { ...change, version }, { order });
}

/** Asks what is set, and changes nothing. */
const isQuestion = (sentence: string): boolean =>
  /^(?:so |and |ok |hey )?(?:what|which|when|where|is|are|am|do|does|how)\b/i.test(sentence.trim());

const timeZone: Act = async (turn, { place }) => {
  const zone = (place && timeZoneOf(place)) || zoneIn(turn.sentence);
  if (zone) return profilePlan(turn, { timeZone: zone }, `Set the time zone to ${zone.replaceAll("_", " ")}`);
  if (place) return asksFor(`I know no time zone of '${place}'. Which large city has the same time?`);
  const { timeZone: own } = await turn.use(profile.get, {});
  if (isQuestion(turn.sentence)) return { text: `Your time zone is ${own}.` };
  return asksFor(`Which city's time? Now it is ${own}.`);
};

/** A city that a sentence names outside of its role: only where the words for the zone are beside it. */
function zoneIn(sentence: string): string | null {
  const [, before, after] =
    /\b(?:time ?zone|time) (?:to |for |in |of |is )?([a-z ]{3,30})|\b([a-z]+(?: [a-z]+)?) (?:time|zone)\b/i.exec(
      sentence,
    ) ?? [];
  return (before && timeZoneOf(before)) || (after && timeZoneOf(after)) || null;
}

const HOURS = /\b(?:12|24|1[3-9]|2[0-3])\b|\b[ap]\.?m\b/i;

const clock: Act = async (turn, { value = "" }) => {
  const text = turn.sentence;
  // What somebody does not want is named too.
  const bare = text.replaceAll(
    /\b(?:not|no|without|instead of|rather than|can'?t stand|hate|stop|no more) (?:\w+ )?(?:am|pm|a\.m|p\.m|\d\d?(?::\d\d)?)(?:[- ]?(?:hours?|h|am|pm))?(?: (?:and|or) (?:am|pm))?/gi,
    " ",
  );
  const names = (pattern: RegExp) => pattern.test(bare) || (!HOURS.test(bare) && pattern.test(value));
  const is24 = names(/\b(?:24|twenty-?four|military|european)\b|\b(?:1[3-9]|2[0-3])(?::\d\d)?\b/i);
  const is12 = names(/\b(?:12|twelve|american)\b|\b[ap]\.?m\b/i);
  if (is24 === is12) return asksFor("With 12 or 24 hours?");
  const zone = zoneIn(value) ?? timeZoneOf(value.replaceAll(/\d+|\b(?:hours?|h|clock|am|pm)\b/gi, " "));
  const hourCycle = is24 ? ("h23" as const) : ("h12" as const);
  const order = `Show times with ${is24 ? 24 : 12} hours`;
  return zone
    ? profilePlan(turn, { hourCycle, timeZone: zone }, `${order}, and set the time zone to ${zone}`)
    : profilePlan(turn, { hourCycle }, order);
};

const ENGLISH: Readonly<Record<Language, string>> = {
  en: "English",
  de: "German",
  fr: "French",
  es: "Spanish",
};

const language: Act = async (turn, { value }) => {
  const text = value ?? turn.sentence;
  const found = LANGUAGES.find((each) =>
    [ENGLISH[each], LANGUAGE_NAMES[each]].some((name) => text.toLowerCase().includes(name.toLowerCase())),
  );
  if (found) return profilePlan(turn, { language: found }, `Show the pages in ${ENGLISH[found]}`);
  const all = joinWords(LANGUAGES.map((each) => ENGLISH[each]));
  return value
    ? { text: `No, ${value} is not among the languages of the pages. There are ${all}.` }
    : asksFor(`Which language: ${all}?`);
};

const theme: Act = async () => ({
  text: "I cannot switch light and dark from here, because each browser has its own choice: it is in Settings, Profile.",
  cards: [page("profile", "Settings")],
});

const signature: Act = async (turn, { text }) => {
  const { signature: own } = await turn.use(mailPreferences.get, {});
  if (text) {
    const next = text.replace(/^["'](.+)["']$/, "$1");
    return planOf(mailPreferences.update, { signature: next }, { order: `Set the signature to '${next}'` });
  }
  if (/\b(?:remove|delete|drop|no|without|clear)\b/i.test(turn.sentence) && own)
    return planOf(mailPreferences.update, { signature: "" }, { order: "Remove the signature" });
  if (isQuestion(turn.sentence))
    return { text: own ? `Your signature is '${own}'.` : "No, you have no signature." };
  return asksFor("What shall the signature be?");
};

const workingHours: Act = async (turn, roles) => {
  if (/\bquiet hours\b/i.test(turn.sentence)) return quietHours(turn, roles);
  return withBriefing(turn, roles, hoursOfWork);
};

/** 'Working hours from 8, then the briefing at 7': both, one after the other. */
async function withBriefing(turn: Turn, { when = "" }: Roles, first: Act) {
  const pieces = piecesOf(turn.sentence, when);
  const [of, briefing] = pieces;
  if (pieces.length !== 2 || !/\bbriefing\b/i.test(turn.sentence)) return first(turn, { when });
  const [head = ""] = turn.sentence.split(/\b(?:and|then)\b(?=[^.]*\bbriefing\b)/i);
  const one = plansOf(await first({ ...turn, sentence: head }, { when: of }));
  const other = plansOf(await briefingTime(turn, { when: briefing }));
  return one && other ? [...one, ...other] : first(turn, { when: of });
}

const hoursOfWork: Act = async (turn, { when = "" }) => {
  const settings = await turn.use(calendarSettings.get, {});
  const { workFrom, workTo, workingDays } = settings;
  const days = daysOf(turn.sentence, when, workingDays);
  const hours = workingHoursIn(isHours(when) ? withLead(turn.sentence, when) : "");
  const isAsked = isQuestion(turn.sentence);
  if ((!days && !hours) || isAsked) {
    const isSo = days?.every((day) => workingDays.includes(day)) ?? true;
    const text = `${days ? (isSo ? "Yes: you" : "No: you") : "You"} work ${hoursText(settings)}.`;
    return isAsked ? { text } : asksFor(`From when to when? ${text}`);
  }
  const named = weekdaysIn(when) ?? weekdaysIn(turn.sentence) ?? [];
  const next =
    hours && isException(named, workingDays)
      ? withHoursOn(settings, named, hours)
      : {
          ...settings,
          workFrom: hours?.from ?? workFrom,
          workTo: hours?.to ?? workTo,
          workingDays: days ?? workingDays,
          otherHours: settings.otherHours.filter(({ weekday }) => !days || days.includes(weekday)),
        };
  const isWrong = ({ from, to }: HoursOfWork) => to <= from;
  if (next.workTo <= next.workFrom || next.otherHours.some(isWrong))
    return asksFor("The day would end before it begins. From when to when?");
  return planOf(calendarSettings.save, next, {
    order: `Set the working hours to ${hoursText(next)}`,
  });
};

const isHours = (when: string) => clocksIn(when).length > 0;

/** 'Done at 5:30' is an end and 'I start at 8' a beginning. */
const withLead = (sentence: string, when: string): string => {
  const before = sentence.slice(0, Math.max(0, sentence.indexOf(when)));
  return clocksIn(when).length === 1 &&
    /\b(?:until|till|end|ends|finish|done|stop|leave|over|home)\b[^.]*$/i.test(before)
    ? `until ${when}`
    : when;
};

/** The days that are named; with 'too' beside those of now, with 'no more' without them. */
function daysOf(sentence: string, when: string, current: readonly number[]): number[] | null {
  const named = weekdaysIn(when) ?? weekdaysIn(sentence);
  if (!named) return null;
  if (/\b(?:too|as well|also|add)\b/i.test(sentence)) return [...new Set([...current, ...named])].sort();
  if (/\b(?:no more|not|don'?t work|drop|remove|off on)\b/i.test(sentence) && weekdaysIn(when) === null)
    return current.filter((day) => !named.includes(day));
  return named;
}

const quietHours: Act = (turn, roles) => withBriefing(turn, roles, hoursOfQuiet);

const hoursOfQuiet: Act = async (turn, { when = "" }) => {
  const policy = await turn.use(notificationPolicy.get, {});
  const now = `${policy.quietFrom} to ${policy.quietTo}`;
  const hours = quietHoursIn(when) ?? quietHoursIn(turn.sentence);
  if (!hours) {
    if (
      /\b(?:turn|switch) (?:them |my |the )?(?:quiet hours )?off\b|\b(?:stop|end|no|disable|remove) (?:my |the )?quiet/i.test(
        turn.sentence,
      )
    )
      return planOf(
        notificationPolicy.save,
        { ...policy, quietEnabled: false },
        { order: "Turn off the quiet hours" },
      );
    if (isQuestion(turn.sentence) && !when)
      return { text: policy.quietEnabled ? `Quiet hours are ${now}.` : "No, you have no quiet hours." };
    return asksFor("Quiet hours are the same every day. From when to when?");
  }
  const [quietFrom, quietTo] = [clockText(hours.from), clockText(hours.to)];
  const isStrict = /\b(?:nothing at all|not even urgent|no exceptions?)\b/i.test(turn.sentence);
  const isUrgent = /\b(?:except|but|only|unless)\b.{0,30}\burgent\b/i.test(turn.sentence);
  const allowsUrgent = isStrict ? false : isUrgent ? true : policy.allowsUrgent;
  return planOf(
    notificationPolicy.save,
    { ...policy, quietEnabled: true, quietFrom, quietTo, allowsUrgent },
    {
      order: `Be quiet between ${quietFrom} and ${quietTo}${isUrgent ? ", except for urgent notifications" : ""}`,
    },
  );
};

const PARTS = [
  ["news", "newsEnabled"],
  ["weather", "weatherEnabled"],
  ["traffic", "trafficEnabled"],
] as const;
const OFF =
  /\b(?:no|off|stop|without|leave out|out|drop|skip|remove|never|don'?t|do not|end|cancel|disable|altogether)\b/i;

/** When the briefing comes, on which days, and what is in it. */
const briefingTime: Act = async (turn, { when = "" }) => {
  const settings = await turn.use(dailyOpsSettings.get, {});
  const clocks = clocksIn(when);
  const time = clocks.at(-1);
  const save = (change: Partial<typeof settings>, order: string) =>
    planOf(dailyOpsSettings.save, { ...settings, ...change }, { order });
  const isOff = OFF.test(turn.sentence);
  if (time) {
    const isEvening = /\b(?:pm|evening|tonight)\b/i.test(turn.sentence) && !time.isExact;
    const briefing = clockText((time.minutes + (isEvening && time.minutes < 720 ? 720 : 0)) % 1440);
    return save({ briefingTime: briefing, briefingEnabled: true }, `Write the briefing at ${briefing}`);
  }
  const parts = PARTS.filter(([word]) => new RegExp(`\\b${word}\\b`, "i").test(turn.sentence));
  if (parts.length > 0) {
    const change = Object.fromEntries(
      parts.map(([word, field]) => [
        field,
        !isOff || new RegExp(`\\b(?:keep|with|add) (?:the )?${word}\\b`, "i").test(turn.sentence),
      ]),
    );
    return save(
      change,
      `Change the briefing: ${parts.map(([word, field]) => `${change[field] ? "with" : "without"} ${word}`).join(", ")}`,
    );
  }
  const days = weekdaysIn(turn.sentence.replaceAll(/\bdaily\b/gi, " "));
  if (days) {
    const named = days.map((day) => day || 7);
    const weekdays = isOff ? settings.weekdays.filter((day) => !named.includes(day)) : named.sort();
    return save({ weekdays }, `Write the briefing on ${daysText(weekdays.map((day) => day % 7))}`);
  }
  if (isOff) return save({ briefingEnabled: false }, "Stop the daily briefing");
  if (isQuestion(turn.sentence)) return { text: `The briefing comes at ${settings.briefingTime}.` };
  return asksFor(`At what time? Now it comes at ${settings.briefingTime}.`);
};

export const SETTINGS_ACTS: Readonly<Record<string, Act>> = {
  "settings.timeZone": timeZone,
  "settings.clock": clock,
  "settings.language": language,
  "settings.theme": theme,
  "settings.signature": signature,
  "settings.workingHours": workingHours,
  "settings.quietHours": quietHours,
  "settings.briefingTime": briefingTime,
};
