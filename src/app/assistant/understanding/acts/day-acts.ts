import { briefings } from "#features/daily-ops/briefings.ts";
import { EVENING_LABELS, EVENING_PARTS } from "#features/daily-ops/evening-model.ts";
import { notifications } from "#features/daily-ops/notifications.ts";
import { formatFullMoment } from "#platform/time/format-in-zone.ts";
import { wallClock } from "#platform/time/wall-clock.ts";
import { search } from "../../../search/search.ts";
import { plural, taskCard } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { INTENTS } from "../../intents.ts";
import { memories } from "../../memories.ts";
import { type Act, asksFor, planOf } from "../act.ts";
import { capital } from "../capital.ts";
import { readMention } from "../read-mention.ts";
import { hitsIn } from "./mail/list-mails.ts";
import { timeZoneOf } from "./settings/find-time-zone.ts";

const evening: Act = async (turn) => {
  const { lines, left, isTime } = await turn.use(briefings.evening, {});
  if (!isTime) return doneSoFar(turn);
  const parts = EVENING_PARTS.flatMap((part) => {
    const own = lines.filter((line) => line.part === part);
    return own.length > 0
      ? [
          `${EVENING_LABELS[part]}: ${own.map(({ time, text }) => [time, text].filter(Boolean).join(" ")).join("; ")}.`,
        ]
      : [];
  });
  if (left.length > 0) parts.push(`Still due today: ${left.map(({ title }) => `'${title}'`).join(", ")}.`);
  return {
    text:
      parts.length > 0
        ? parts.join("\n")
        : "Nothing was completed or moved today, and nothing is left that is due.",
    cards: left
      .slice(0, 12)
      .map((task) => taskCard({ ...task, priority: "medium" }, turn.clock))
      .map((card, at) => ({ ...card, subtitle: left[at] ? "due today" : null })),
  };
};

/** Before the working hours end there is no evening yet. */
async function doneSoFar(turn: Turn): Promise<Answer> {
  const completed = INTENTS.find(({ name }) => name === "tasks.completed");
  if (!completed) throw new Error("No intent is called tasks.completed");
  return completed.answer(turn, { when: "today" });
}

const clear: Act = async (turn) => {
  const { unread } = await turn.use(notifications.count, {});
  if (unread === 0) return { text: "No, there are no unread notifications." };
  return planOf(
    notifications.markAllRead,
    { upTo: turn.context.now.toISOString() },
    { order: `Mark ${plural(unread, "notification")} as read` },
  );
};

const MAX_CARDS = 8;

/** In all areas; with all the words, else with the most of them. */
const find: Act = async (turn, { topic }) => {
  const words = (topic ?? turn.sentence)
    .replaceAll(/[^\p{L}\p{N}@.' -]/gu, " ")
    .trim()
    .slice(0, 200);
  if (words === "") return asksFor("What shall I search for?");
  const { results } = await turn.use(search.query, { text: words });
  if (results.length > 0)
    return { text: `I found this about '${words}':`, cards: results.slice(0, MAX_CARDS) };
  const { content } = stemsIn(turn, words);
  const found = new Map<string, Awaited<ReturnType<typeof search.query>>["results"][number]>();
  for (const word of content.filter((each) => each.length > 2).slice(0, 6))
    for (const one of (await turn.use(search.query, { text: word })).results) found.set(one.id, one);
  const rated = [...found.values()]
    .map((one) => ({ one, hits: hitsIn(content, `${one.title} ${one.subtitle ?? ""}`) }))
    .filter(({ hits }) => hits >= content.length * 0.4)
    .sort((a, b) => b.hits - a.hits);
  return rated.length > 0
    ? {
        text: `Nothing has all of '${words}'. This is closest:`,
        cards: rated.slice(0, 5).map(({ one }) => one),
      }
    : { text: `No, nothing of yours has '${words}'.` };
};

const stemsIn = (turn: Turn, words: string) =>
  readMention(words, new Set(), { now: turn.context.now, timeZone: turn.timeZone });

type Memory = Awaited<ReturnType<typeof memories.list>>["items"][number];

/** What is remembered and has most of the words; a fact of the sentence itself may be meant where no words are given. */
async function memoriesAbout(turn: Turn, words: string): Promise<{ all: Memory[]; found: Memory[] }> {
  const { items: all } = await turn.use(memories.list, { limit: 100 });
  const { content } = stemsIn(turn, words);
  const own = content.filter((stem) => !FILLER.has(stem));
  const rated = all.map((memory) => ({ memory, hits: hitsIn(own, memory.content) }));
  const best = Math.max(0, ...rated.map(({ hits }) => hits));
  const isEnough = own.length > 0 && best >= own.length * 0.4;
  return {
    all,
    found: isEnough ? rated.filter(({ hits }) => hits === best).map(({ memory }) => memory) : [],
  };
}

const FILLER = new Set("bit fact that remember forget know about prefer preferenc habit".split(" "));

const forget: Act = async (turn, { text = "" }) => {
  const { all, found } = await memoriesAbout(turn, text);
  if (all.length === 0) return { text: "No, I was not asked to keep anything in mind." };
  const isPointing = text === "" || /^(?:it|that|this|that one)$/i.test(text);
  const chosen = found.length > 0 ? found : isPointing ? all.slice(0, 1) : [];
  const [one, second] = chosen;
  if (!one)
    return {
      ...asksFor(`I keep nothing in mind about '${text}'. What shall I forget?`),
      suggestions: shown(all),
    };
  if (/\b(?:change|correct|update)\b/i.test(turn.sentence))
    return asksFor(`What shall I keep in mind instead of '${one.content}'?`);
  if (second) return { ...asksFor("Which of these shall I forget?"), suggestions: shown(chosen) };
  return planOf(memories.delete, { id: one.id }, { order: `Forget '${one.content}'` });
};

/** Another fact in place of one that is remembered. */
const correct: Act = async (turn, { topic = "", text }) => {
  const { all, found } = await memoriesAbout(turn, topic);
  const pool = found.length > 0 ? found : topic === "" ? all : [];
  const [one, second] = pool;
  if (!one) return { ...asksFor("Which fact shall I correct?"), suggestions: shown(all) };
  if (second) return { ...asksFor("Which of these shall I correct?"), suggestions: shown(pool) };
  if (!text) return asksFor(`What shall I remember instead of '${one.content}'?`);
  return planOf(
    memories.update,
    { id: one.id, content: capital(text) },
    { order: `Remember '${capital(text)}' instead of '${one.content}'` },
  );
};

const shown = (all: readonly Memory[]) => all.slice(0, 4).map(({ content }) => content.slice(0, 100));

const recall: Act = async (turn, { topic = "" }): Promise<Answer> => {
  const { all, found } = await memoriesAbout(turn, topic);
  if (all.length === 0) return { text: "No, I was not asked to keep anything in mind." };
  const isAll = topic === "" || /^(?:me|myself|us)$/i.test(topic);
  const listed = isAll ? all : found;
  if (listed.length === 0) return { text: `No, I was not asked to keep anything in mind about '${topic}'.` };
  return {
    text: listed
      .slice(0, 20)
      .map(({ content }) => `• ${content}`)
      .join("\n"),
  };
};

const DAY = 86_400_000;

/** ISO 8601: the week with the first Thursday of a year is its first. */
function weekOf(at: Date, timeZone: string): number {
  const { year, month, day } = wallClock(at, timeZone);
  const date = new Date(Date.UTC(year, month - 1, day));
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * DAY);
  return 1 + Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / (7 * DAY));
}

const clock: Act = async ({ context, clock: own, sentence }) => {
  const { now } = context;
  const [, place = ""] =
    /\b(?:in|at) ([\p{L} .-]{2,40}?)(?: (?:right )?now| at the moment)?[?.!]*$/iu.exec(sentence) ?? [];
  const zone = timeZoneOf(place);
  if (zone) return { text: `In ${place} it is ${formatFullMoment(now, { ...own, timeZone: zone })}.` };
  const week = /\bweek\b/i.test(sentence) ? `, week ${weekOf(now, own.timeZone)}` : "";
  return { text: `It is ${formatFullMoment(now, own)}${week}.` };
};

/** A chat that has no answer yet: what was answered before is undone where the sentence comes in. */
const undo: Act = async () => ({ text: "There is nothing to undo." });

export const DAY_ACTS: Readonly<Record<string, Act>> = {
  "briefing.evening": evening,
  "notifications.clear": clear,
  "search.find": find,
  "memories.delete": forget,
  "memories.list": recall,
  "memories.change": correct,
  "help.clock": clock,
  "undo.last": undo,
};
