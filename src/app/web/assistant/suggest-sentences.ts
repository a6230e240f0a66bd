import { t } from "#i18n/message.ts";
import { readerWallClock, readerWeekday } from "#platform/time/reader-clock.ts";

/** Questions for each page. All of them are understood without a language model. */
const ON_PAGES: Record<string, readonly string[]> = {
  calendar: [t`When is my next meeting?`, t`How busy am I this week?`],
  communication: [t`Any new chat messages?`, t`Who is online?`],
  "daily-ops": [t`Give me my briefing`, t`What is in the news?`],
  documents: [t`Show my recent documents`, t`Which documents are shared with me?`],
  email: [t`Any unread emails?`, t`Who has not replied yet?`],
  settings: [t`Which integrations are connected?`, t`What do you remember?`],
  tasks: [t`What should I do next?`, t`What is overdue?`],
  team: [t`What do I have to vote on?`, t`Which decisions are open?`],
};

const SUNDAY = 0;
const MONDAY = 1;
const FRIDAY = 5;
const SATURDAY = 6;

/** What people want to know at an hour of a day, by their own clock. */
function atThisTime(now: Date): readonly string[] {
  const { hour } = readerWallClock(now);
  const day = readerWeekday(now);
  if (day === SATURDAY || day === SUNDAY)
    return [t`What is on my calendar next week?`, t`What is due next week?`, t`What did I finish this week?`];
  if (hour < 11)
    return day === MONDAY
      ? [t`How busy am I this week?`, t`Give me my briefing`, t`What is due this week?`]
      : [t`Give me my briefing`, t`What is on my calendar today?`, t`What is due today?`];
  if (hour < 16) return [t`When is my next meeting?`, t`What should I do next?`, t`Any unread emails?`];
  return day === FRIDAY
    ? [t`What did I finish this week?`, t`What is on my calendar next week?`, t`What is overdue?`]
    : [t`What did I finish today?`, t`What is on my calendar tomorrow?`, t`What is overdue?`];
}

const MAX_SUGGESTIONS = 4;

/** Suggestions: two for the last visited page, the rest for the current hour. */
export function suggestSentences(page: string | null, now: Date): string[] {
  const ofPage = (page && ON_PAGES[page]) || [];
  return [...new Set([...ofPage, ...atThisTime(now), t`What can you do?`])].slice(0, MAX_SUGGESTIONS);
}
