import { t } from "#i18n/message.ts";
import { readerWallClock, readerWeekday } from "#platform/time/reader-clock.ts";

/** Questions for each page. All of them are understood without a language model. */
const ON_PAGES: Record<string, readonly string[]> = {
  calendar: ["When is my next meeting?", "How busy am I this week?"],
  communication: ["Any new chat messages?", "Who is online?"],
  "daily-ops": ["Give me my briefing", "What is in the news?"],
  documents: ["Show my recent documents", "Which documents are shared with me?"],
  email: ["Any unread emails?", "Who has not replied yet?"],
  settings: ["Which integrations are connected?", "What do you remember?"],
  tasks: ["What should I do next?", "What is overdue?"],
  team: ["What do I have to vote on?", "Which decisions are open?"],
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
    return ["What is on my calendar next week?", "What is due next week?", "What did I finish this week?"];
  if (hour < 11)
    return day === MONDAY
      ? ["How busy am I this week?", "Give me my briefing", "What is due this week?"]
      : ["Give me my briefing", "What is on my calendar today?", "What is due today?"];
  if (hour < 16) return ["When is my next meeting?", "What should I do next?", "Any unread emails?"];
  return day === FRIDAY
    ? ["What did I finish this week?", "What is on my calendar next week?", "What is overdue?"]
    : ["What did I finish today?", "What is on my calendar tomorrow?", "What is overdue?"];
}

const MAX_SUGGESTIONS = 4;

/** Suggestions: two for the last visited page, the rest for the current hour. */
export function suggestSentences(page: string | null, now: Date): string[] {
  const ofPage = (page && ON_PAGES[page]) || [];
  return [...new Set([...ofPage, ...atThisTime(now), "What can you do?"])].slice(0, MAX_SUGGESTIONS);
}

/** They are sent in English, which the engine understands, and shown in the language of the page. */
const LABELS: Readonly<Record<string, string>> = {
  "When is my next meeting?": t`When is my next meeting?`,
  "How busy am I this week?": t`How busy am I this week?`,
  "Any new chat messages?": t`Any new chat messages?`,
  "Who is online?": t`Who is online?`,
  "Give me my briefing": t`Give me my briefing`,
  "What is in the news?": t`What is in the news?`,
  "Show my recent documents": t`Show my recent documents`,
  "Which documents are shared with me?": t`Which documents are shared with me?`,
  "Any unread emails?": t`Any unread emails?`,
  "Who has not replied yet?": t`Who has not replied yet?`,
  "Which integrations are connected?": t`Which integrations are connected?`,
  "What do you remember?": t`What do you remember?`,
  "What should I do next?": t`What should I do next?`,
  "What is overdue?": t`What is overdue?`,
  "What do I have to vote on?": t`What do I have to vote on?`,
  "Which decisions are open?": t`Which decisions are open?`,
  "What is on my calendar next week?": t`What is on my calendar next week?`,
  "What is due next week?": t`What is due next week?`,
  "What did I finish this week?": t`What did I finish this week?`,
  "What is due this week?": t`What is due this week?`,
  "What is on my calendar today?": t`What is on my calendar today?`,
  "What is due today?": t`What is due today?`,
  "What did I finish today?": t`What did I finish today?`,
  "What is on my calendar tomorrow?": t`What is on my calendar tomorrow?`,
  "What can you do?": t`What can you do?`,
};

export const suggestionLabel = (sentence: string): string => LABELS[sentence] ?? sentence;
