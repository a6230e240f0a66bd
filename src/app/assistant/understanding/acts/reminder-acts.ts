import { notifications } from "#features/daily-ops/notifications.ts";
import { momentOf, plural } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import type { Card } from "../../model.ts";
import { type Act, asksFor, planOf } from "../act.ts";
import { capital } from "../capital.ts";
import { findOne } from "../find-records.ts";
import { readMention } from "../read-mention.ts";
import { EVENT } from "../record-kinds.ts";
import { orAtNine } from "../times/in-day.ts";
import { readDuration } from "../times/read-duration.ts";
import { readTime } from "../times/read-time.ts";
import { between } from "./between.ts";
import { hitsIn } from "./mail/list-mails.ts";
import { newTimeIn, piecesOf } from "./role-pieces.ts";

type Reminder = Awaited<ReturnType<typeof notifications.list>>["items"][number];

const reminderCard = (turn: Turn, { id, title, scheduledFor }: Reminder): Card => ({
  ...{ kind: "reminder", id, title, subtitle: momentOf(scheduledFor, turn.clock) },
  href: "/daily-ops?tab=notifications",
});

/** Reminders to come, the next first. */
async function reminders(turn: Turn): Promise<Reminder[]> {
  const { items } = await turn.use(notifications.list, { show: "scheduled", limit: 100 });
  return items
    .filter(({ type }) => type === "reminder")
    .sort((one, other) => one.scheduledFor.getTime() - other.scheduledFor.getTime());
}

const NOUNS = new Set(["remind", "reminder", "alert", "alarm", "nudg", "notification"]);

type Found = { found: Reminder[] } | { answer: Answer };

async function remindersMeant(turn: Turn, item: string | undefined): Promise<Found> {
  const all = await reminders(turn);
  if (all.length === 0) return { answer: { text: "No, there are no reminders to come." } };
  const situation = { now: turn.context.now, timeZone: turn.timeZone };
  const { content, isAll, isPointing, place, period } = readMention(item ?? "", NOUNS, situation);
  const shown = turn.previousCards.filter(({ kind }) => kind === "reminder");
  if (place !== null && shown.at(place)) return { found: all.filter(({ id }) => id === shown.at(place)?.id) };
  if (shown.length === 1 && (isPointing || !item))
    return { found: all.filter(({ id }) => id === shown[0]?.id) };
  const among = period
    ? all.filter(({ scheduledFor }) => scheduledFor >= period.from && scheduledFor < period.to)
    : all;
  const best = (words: readonly string[], least: number) =>
    among.filter(({ title }) => hitsIn(words, title) >= Math.max(words.length * least, 0.1));
  const named = content.length > 0 ? best(content, 0.5) : isPointing ? [] : among;
  const found = named.length > 0 && item ? named : inSentence(turn, all);
  const [only, second] = found;
  if (only && (!second || isAll)) return { found };
  if (!only && all.length === 1 && (isPointing || !item)) return { found: all };
  const cards = (found.length > 0 ? found : all).slice(0, 5).map((each) => reminderCard(turn, each));
  return {
    answer: {
      text:
        only || !item
          ? "Which reminder do you mean?"
          : `I found no reminder like '${item}'. Which one do you mean?`,
      ...{ cards, isQuestion: true, suggestions: ["the first", "the second"] },
    },
  };
}

/** Those of which the sentence has words of their own. */
function inSentence({ sentence }: Turn, all: readonly Reminder[]): Reminder[] {
  const rated = all.map((each) => {
    const words = each.title
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word.length > 3 && !/^(?:take|with|from|this|that|call|about)$/.test(word));
    return { each, hits: hitsIn(words, sentence) };
  });
  const most = Math.max(0, ...rated.map(({ hits }) => hits));
  return most >= 0.9 ? rated.filter(({ hits }) => hits >= most - 0.1).map(({ each }) => each) : [];
}

const list: Act = async (turn) => {
  const all = await reminders(turn);
  const named = inSentence(turn, all);
  const { period } = readMention(turn.sentence, NOUNS, { now: turn.context.now, timeZone: turn.timeZone });
  const inTime = period
    ? all.filter(({ scheduledFor }) => scheduledFor >= period.from && scheduledFor < period.to)
    : all;
  const shown = named.length > 0 ? named : inTime;
  if (shown.length === 0)
    return { text: `No, there are no reminders to come${period ? ` ${period.name}` : ""}.` };
  const times = shown
    .slice(0, 12)
    .map(({ title, scheduledFor }) => `${momentOf(scheduledFor, turn.clock)}: '${title}'`);
  return {
    text: `${plural(shown.length, "reminder")} to come. ${times.join("; ")}.`,
    cards: shown.slice(0, 12).map((each) => reminderCard(turn, each)),
  };
};

const cancel: Act = async (turn, { item }) => {
  const many = await remindersMeant(turn, item);
  if ("answer" in many) return many.answer;
  return many.found.map((each) =>
    planOf(
      notifications.delete,
      { id: each.id },
      {
        order: `Delete the reminder '${each.title}' (${momentOf(each.scheduledFor, turn.clock)})`,
        cards: [reminderCard(turn, each)],
      },
    ),
  );
};

const SAME_TIME = /,? (?:at )?(?:the )?same (?:time|hour)(?: of (?:the )?day)?$/i;

const move: Act = async (turn, { item, when }) => {
  const many = await remindersMeant(turn, item);
  if ("answer" in many) return many.answer;
  const [one, second] = many.found;
  if (!one || second) return asksFor("Which one of the reminders?");
  const cards = [reminderCard(turn, one)];
  if (!when) return { ...asksFor("To when?"), cards };
  const words = newTimeIn(turn.sentence, when.replace(SAME_TIME, ""));
  const moment = readTime(turn, words, one.scheduledFor);
  if (!moment) return { ...asksFor(`When is '${when}'?`), cards };
  if (moment.at <= turn.context.now) return { ...asksFor("That time has passed. To when?"), cards };
  return planOf(
    notifications.snooze,
    { id: one.id, until: moment.at.toISOString() },
    { order: `Remind you of '${one.title}' ${momentOf(moment.at, turn.clock)}`, cards },
  );
};

const AMOUNT =
  "(?:\\d{1,4}|an?|half an|a quarter of an|three quarters of an|one|two|three|four|five|ten|fifteen|twenty|thirty) ?(?:min|mins|minutes?|h|hours?|hrs?|days?|weeks?)";
const AROUND = new RegExp(`\\b(${AMOUNT}) (?:before|ahead of|prior to|earlier than)\\b ?`, "i");
const AFTER_EVENT = /[,.:;!?]| (?:I (?:want|need)|please|remind|poke|nudge|ping|alert|to|about|that)\b/i;
const BEFORE = new RegExp(`\\b(${AMOUNT}) (?:earlier|before(?:hand)?|ahead)\\b`, "i");

type Timed = { at: Date; isGuess: boolean; words: string } | { answer: Answer } | null;

/** 'An hour before the board meeting' is counted from that event. */
async function beforeEvent(turn: Turn): Promise<Timed> {
  const [whole = "", amount = ""] = AROUND.exec(turn.sentence) ?? BEFORE.exec(turn.sentence) ?? [];
  const event = between(turn.sentence, AROUND, AFTER_EVENT);
  const minutes = minutesOf(amount);
  if (!minutes) return null;
  const named = event || (turn.sentence.split(/[:,]/)[0] ?? "");
  const one = await findOne(turn, EVENT, named.replace(/^the /i, ""));
  if ("answer" in one) return event ? one : null;
  return {
    at: new Date(one.found.startTime.getTime() - minutes * 60_000),
    isGuess: false,
    words: `${whole} ${named}`,
  };
}

const minutesOf = (amount: string): number | null => {
  const [, count = "", unit = ""] = /^(\S+) (day|week)s?$/i.exec(amount) ?? [];
  const days: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3 };
  if (unit) return (days[count.toLowerCase()] ?? Number(count)) * (unit === "week" ? 7 : 1) * 1440;
  return readDuration(amount);
};

const NOT = /\b(?:do not|don'?t|no need to|needn'?t|stop|never) (?:remind|reminding|nudge|nag)\b/i;

const create: Act = async (turn, { title: given, when }) => {
  if (NOT.test(turn.sentence)) return cancel(turn, { ...(given && { item: given }) });
  if ((!given || SAME_TIME.test(when ?? "")) && inSentence(turn, await reminders(turn)).length > 0)
    return move(turn, { ...(when && { when }) });
  const counted = await beforeEvent(turn);
  if (counted && "answer" in counted) return counted.answer;
  const title = titleOf(turn.sentence, given, counted?.words);
  if (!title) return asksFor("What shall I remind you of?");
  const words = when && newTimeIn(turn.sentence, when);
  const moment = counted ?? (words ? readTime(turn, words) : null);
  if (!moment) return asksFor(when ? `When is '${when}'?` : "When shall I remind you?");
  const at = "hasTime" in moment ? orAtNine(moment, turn.timeZone) : moment.at;
  if (at <= turn.context.now) return asksFor("That time has passed. When shall I remind you?");
  const text = momentOf(at, turn.clock);
  return planOf(
    notifications.create,
    { title, scheduledFor: at.toISOString() },
    {
      order: `Remind you ${text}: '${title}'`,
      isGuess: moment.isGuess || words !== when,
      answer: (made) => ({ text: `I remind you ${text}: '${made.title}'.`, suggestions: ["undo"] }),
    },
  );
};

/** Of a title whose words are at several places the last, without those that name the event from which it counts. */
function titleOf(sentence: string, title: string | undefined, counted = ""): string | null {
  if (!title) return null;
  const pieces = piecesOf(sentence, title).filter((piece) => !counted.includes(piece));
  const piece = pieces.at(-1) ?? title;
  return capital(piece).slice(0, 200);
}

export const REMINDER_ACTS: Readonly<Record<string, Act>> = {
  "reminders.create": create,
  "reminders.list": list,
  "reminders.cancel": cancel,
  "reminders.move": move,
};
