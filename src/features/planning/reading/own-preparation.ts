import { dayInZone } from "#platform/time/wall-clock.ts";
import { MINUTE, type PlanEvent, type WantedItem } from "./wanted-item.ts";

/** 'Prepare', 'slides', 'Vortrag', 'ordre du jour': work that is of use before its meeting only. */
const PREPARING =
  /(?<!\p{L})(?:prep\p{L}*|agenda|slides?|deck|script|speech|talk|talking|brief\p{L}*|bundle|handout\p{L}*|read (?:for|before)|vorbereit\p{L}*|folien|präsentation|vortrag|rede|unterlagen|tagesordnung|prépar\p{L}*|diapos?|discours|ordre du jour|prepar\p{L}*|diapositivas|discurso|orden del día)(?!\p{L})/iu;
/** What many events are called. */
const COMMON = new Set(
  "meeting call review weekly team project with for and the der die das mit und für besprechung termin réunion avec pour les des reunión con para los las".split(
    " ",
  ),
);
/** So long before an event its work may be due: at the door. */
const DOOR_MINUTES = 45;
const DAY = 86_400_000;

/** When the person leaves for an event. */
export const leavingFor = ({ start, travelMinutes }: PlanEvent): number => start - travelMinutes * MINUTE;

/**
 * The event that a task prepares, by a word of both names and by the time: it is due when the event begins or on its
 * day, and says so if the time alone does not. Null where that is not certain: then it is only late afterwards.
 */
export function preparedEvent(
  task: WantedItem,
  events: readonly PlanEvent[],
  timeZone: string,
): PlanEvent | null {
  const { title, due } = task;
  if (task.kind !== "task" || due === null) return null;
  const words = wordsOf(title);
  const found = events.filter((event) => {
    if (event.isAllDay || event.isFree || !wordsOf(event.title).some((word) => words.includes(word)))
      return false;
    const early = leavingFor(event) - due;
    if (early >= -event.travelMinutes * MINUTE && early <= DOOR_MINUTES * MINUTE) return true;
    return PREPARING.test(title) && isDueOnItsDay(due, event, timeZone);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Due at the end of a day, its work is wanted before what takes place that day. */
function isDueOnItsDay(due: number, { start }: PlanEvent, timeZone: string): boolean {
  const isDay = dayInZone(new Date(due), timeZone) !== dayInZone(new Date(due - 1), timeZone);
  return isDay && dayInZone(new Date(due - DAY / 2), timeZone) === dayInZone(new Date(start), timeZone);
}

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter(
    (word) => !COMMON.has(word) && !PREPARING.test(word),
  );
