import { events } from "#features/calendar/calendar-events.ts";
import { eventCard } from "../../../format-answer.ts";
import { type Act, asksFor, planOf } from "../../act.ts";
import { capital } from "../../capital.ts";
import { findOne } from "../../find-records.ts";
import { EVENT } from "../../record-kinds.ts";
import { readDuration } from "../../times/read-duration.ts";

const MINUTE = 60_000;
const AFTER = /\b(?:after|afterwards|behind|following|once)\b/i;

/** Time before or after an event, as an event of its own; an hour where no length is named. */
export const buffer: Act = async (turn, { item, duration, title, side }) => {
  if (!item) return asksFor("Before or after which event?");
  const one = await findOne({ ...turn, sentence: item }, EVENT, item);
  if ("answer" in one) return one.answer;
  const event = one.found;
  if (event.isAllDay) return asksFor(`'${event.title}' is all day. At what time do you need it free?`);
  const minutes = /^(?:the |an? )?(half )?hour$/i.test(duration?.trim() ?? "hour")
    ? /half/i.test(duration ?? "")
      ? 30
      : 60
    : readDuration(duration ?? "");
  if (!minutes) return asksFor("How long shall it be?");
  const around = turn.sentence.toLowerCase().replace(event.title.toLowerCase(), " ");
  const isAfter = AFTER.test(side ?? around);
  const startTime = isAfter ? event.endTime : new Date(event.startTime.getTime() - minutes * MINUTE);
  const endTime = new Date(startTime.getTime() + minutes * MINUTE);
  const name = title ? capital(title) : `${isAfter ? "After" : "Before"} '${event.title}'`;
  const input = {
    title: name.slice(0, 200),
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    isAllDay: false,
    timeZone: turn.timeZone,
    createdFrom: { quote: turn.sentence.slice(0, 1000), reason: "You asked the assistant for it" },
  };
  const planned = { id: "", title: input.title, startTime, endTime, isAllDay: false, location: null };
  return planOf(events.create, input, {
    order: `Create '${input.title}': ${eventCard(planned, turn.clock).subtitle}`,
  });
};
