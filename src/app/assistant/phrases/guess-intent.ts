import type { Intent, Slots } from "../intent.ts";
import { wordsOf } from "./nearest-intents.ts";
import { parsePeriod } from "./parse-period.ts";

/** Intents that only read and need no name: a wrong guess shows too much, but changes nothing. */
const GUESSABLE = new Set([
  "assistant.clock",
  "assistant.help",
  "briefing.today",
  "contacts.list",
  "decisions.mine",
  "decisions.open",
  "documents.favorites",
  "documents.recent",
  "documents.shared",
  "emails.drafts",
  "emails.failed",
  "emails.important",
  "emails.inbox",
  "emails.scheduled",
  "emails.starred",
  "emails.unread",
  "emails.waiting",
  "events.list",
  "events.load",
  "events.next",
  "figures.productivity",
  "integrations.status",
  "memories.list",
  "messages.unread",
  "news.now",
  "notifications.unread",
  "people.online",
  "people.team",
  "projects.list",
  "tasks.completed",
  "tasks.count",
  "tasks.due",
  "tasks.list",
  "tasks.next",
  "tasks.overdue",
  "templates.list",
  "traffic.now",
  "weather.now",
  "workspaces.list",
]);

/** The best phrase must match half of the sentence's word weight, and clearly more than any other intent. */
const MIN_SHARE = 0.5;
const MIN_LEAD = 0.1;

type Situation = { now: Date; timeZone: string };

/** The one intent that shares most of the rarer words of a question that fits no phrase; null if none stands out. */
export function guessing(intents: readonly Intent[]) {
  const phrases = intents.flatMap((intent) =>
    [...intent.phrases, intent.example].map((phrase) => ({ intent, words: new Set(contentOf(phrase)) })),
  );
  const spread = new Map<string, number>();
  for (const intent of intents)
    for (const word of new Set(intent.phrases.flatMap(contentOf)))
      spread.set(word, (spread.get(word) ?? 0) + 1);
  // A word that no phrase contains weighs most: it is the topic, and no intent covers it.
  const weight = (word: string) => Math.log(1 + intents.length / (spread.get(word) ?? 0.7));
  const weightOf = (words: readonly string[]) => words.reduce((sum, word) => sum + weight(word), 0);

  return (sentence: string, situation: Situation): { intent: Intent; slots: Slots } | null => {
    const sentenceWords = [...new Set(contentOf(sentence))];
    const all = weightOf(sentenceWords);
    if (all === 0) return null;
    const shares = new Map<Intent, number>();
    for (const { intent, words } of phrases) {
      const share = weightOf(sentenceWords.filter((word) => words.has(word))) / all;
      if (share > (shares.get(intent) ?? 0)) shares.set(intent, share);
    }
    const [best, second] = [...shares].sort(([, one], [, other]) => other - one);
    if (!best || best[1] < MIN_SHARE || best[1] - (second?.[1] ?? 0) < MIN_LEAD) return null;
    const [intent] = best;
    const when = periodIn(sentence, situation);
    if (!GUESSABLE.has(intent.name) || (intent.name === "tasks.due" && !when)) return null;
    return { intent, slots: when ? { when } : {} };
  };
}

const contentOf = (text: string): string[] =>
  wordsOf(text.replaceAll(/\{[^{}]*\}/g, " ")).filter((word) => !SMALL.has(word));

const SMALL = new Set("me my i a an to of in on at is it do does have has".split(" "));

/** The longest run of up to four words that names a period. */
function periodIn(sentence: string, situation: Situation): string | undefined {
  const words = sentence.match(/[\p{L}\p{N}:]+/gu)?.slice(0, 40) ?? [];
  for (const length of [4, 3, 2, 1])
    for (let start = 0; start + length <= words.length; start += 1) {
      const some = words.slice(start, start + length).join(" ");
      if (parsePeriod(some, situation)) return some;
    }
  return undefined;
}
