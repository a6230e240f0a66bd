import { documents } from "#features/documents/documents.ts";
import { formatWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { type Act, asksFor, planOf } from "../../act.ts";
import { findOne } from "../../find-records.ts";
import { stemsOf } from "../../match-words.ts";
import { DOCUMENT } from "../../record-kinds.ts";
import { hitsIn } from "../mail/list-mails.ts";

/** What people call a date, with the words that documents have for it. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:end|ends|expir|run(?:s|ning)? out|over|termination|until)/i,
    "end ends expire expiry until term terminate",
  ],
  [/\b(?:start|begin|commence)/i, "begin begins start starts commence from"],
  [/\b(?:due|pay|payment)/i, "due payable payment pay"],
  [/\b(?:notice|cancel)/i, "notice cancel terminate"],
  [/\b(?:renew)/i, "renew renewal renews"],
];
const TASK = /\b(?:task|to-?do|list)\b/i;

/** A date that was found in a document, as an event or a task. */
const dateToEvent: Act = async (turn, { item, field = "", kind = "" }) => {
  const one = await findOne(turn, DOCUMENT, item);
  if ("answer" in one) return one.answer;
  const { id, title } = one.found;
  const { dates } = await turn.use(documents.keyDates, { id });
  const open = dates.filter(({ state }) => state === "open");
  if (open.length === 0)
    return { text: `No, I found no date to come in '${title}'.`, cards: [DOCUMENT.cardOf(one.found, turn)] };
  const words = stemsOf(NAMES.find(([pattern]) => pattern.test(field || turn.sentence))?.[1] ?? field);
  const rated = open.map((date) => ({
    date,
    hits: field.includes(date.day) ? Number.POSITIVE_INFINITY : hitsIn(words, date.sentence),
  }));
  const best = Math.max(0, ...rated.map(({ hits }) => hits));
  const [first, second] = rated.filter(({ hits }) => hits === best);
  if (!first || second)
    return {
      ...asksFor(
        `Which date of '${title}'?\n${open.map(({ day, sentence }) => `${day}: ${sentence}`).join("\n")}`,
      ),
      suggestions: open.slice(0, 4).map(({ day }) => day),
    };
  const as = TASK.test(kind || turn.sentence) ? ("task" as const) : ("event" as const);
  const day = formatWeekdayAndDay(new Date(`${first.date.day}T12:00:00Z`), "UTC");
  return planOf(
    documents.acceptKeyDate,
    { id, dateId: first.date.id, as, timeZone: turn.timeZone },
    {
      order: `Create ${as === "event" ? "an event" : "a task"} for ${day}, ${first.date.day.slice(0, 4)}: "${first.date.sentence}" ('${title}')`,
      cards: [DOCUMENT.cardOf(one.found, turn)],
    },
  );
};

export const DOCUMENT_DATES: Readonly<Record<string, Act>> = { "documents.dateToEvent": dateToEvent };
