import { events } from "#features/calendar/calendar-events.ts";
import { parseMoment } from "#platform/time/parse-moment.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { eventCard } from "../format-answer.ts";
import type { Intent } from "../intent.ts";
import { eventNamed } from "../lookup/find-event.ts";

export const createEvent: Intent = {
  name: "events.create",
  area: "calendar",
  phrases: [
    "(reserve|keep|hold|save) {text} (free|in my calendar|for me)",
    "(reserve|keep|hold) [me] [a|an|the] (hour|hours|slot|time|morning|afternoon) {text}",
    "i (have|am having) [a|an] (meeting|appointment|call|lunch|dinner) {text}",
    "(enter|note|write|put) {text} (in|into|on) [my] (calendar|diary|agenda|schedule)",

    "(put|add|pencil in|set|slot in) [a|an|in|me in for] (lunch|dinner|breakfast|coffee|drinks|call|meeting) with {text}",
    "(schedule|book|plan|set up|arrange|organize|organise) [me] [a|an|the] [new] [calendar] (meeting|event|appointment|call) {text}",
    "(create|add|new) [me] [a|an|the] [new] [calendar] (meeting|event|appointment) {text}",
    "(create|add|make|put) [me] (a|an|the) [new] [calendar] (meeting|event|appointment|call) {text}",
    "(schedule|book) {text}",
    "(add|put) {text} (to|in|on|into) [my] (calendar|agenda|schedule)",
    "block [out] {text}",
    "meet [with] {text}",
    "lunch with {text}",
    "dinner with {text}",
    "breakfast with {text}",
    "coffee with {text}",
  ],
  example: "Schedule a meeting with Anna tomorrow at 3 pm",
  async answer(turn, { text = "" }) {
    const noun = /\b(meeting|appointment|call|lunch|dinner|breakfast|coffee)\b(?= )/i.exec(
      turn.sentence,
    )?.[1];
    const named = /^(called|named|titled) /i.exec(text);
    const needsNoun = noun && !named && /^(with|at|on|for|tomorrow|today|about|next|in)\b/i.test(text);
    const meal =
      noun &&
      /^(lunch|dinner|breakfast|coffee)$/i.test(noun) &&
      !text.toLowerCase().includes(noun.toLowerCase());
    const subject = named ? text.slice(named[0].length) : text;
    const line = meal ? `${noun} with ${text}` : needsNoun ? `${noun} ${subject}` : subject;
    const event = await turn.use(events.addQuickly, {
      text: (line.charAt(0).toUpperCase() + line.slice(1)).slice(0, 1000),
      timeZone: turn.timeZone,
      createdFrom: { quote: turn.sentence.slice(0, 1000), reason: "You asked the assistant for it" },
    });
    return {
      text: `'${event.title}' is in your calendar: ${eventCard(event, turn.clock).subtitle}.`,
      cards: [eventCard(event, turn.clock)],
      suggestions: ["undo", "what else is on that day?"],
    };
  },
};

export const moveEvent: Intent = {
  name: "events.move",
  area: "calendar",
  phrases: [
    "(push|move|bring) [the|my] {item} (back|forward|ahead|up) to {date}",
    "(can we|could we|let us) (move|shift|have|push) [the|my] {item} (meeting|call|review|lunch|event) (to|on|at) {date}",

    "(move|reschedule|push|shift|postpone|bring) [the|my] {item} (review|lunch|dinner|breakfast|sync|stand-up|standup|interview|offsite|demo|workshop|kickoff|catch-up|one-on-one) (to|until) {date}",
    "(move|reschedule|postpone|shift|push) [the|my] (meeting|event|appointment) {item} (to|until) {date}",
    "(move|reschedule|postpone|shift|push) (the|my) call {item} (to|until) {date}",
    "(move|reschedule|postpone|shift|push) [the|my] {item} (meeting|event|appointment|call) (to|until) {date}",
    "reschedule [the|my] {item} (to|for) {date}",
  ],
  example: "Move the meeting with Anna to Friday at 10",
  async answer(turn, { item = "", date = "" }) {
    const moment = parseMoment(date, { now: turn.context.now, timeZone: turn.timeZone });
    if (!moment)
      return {
        text: `I do not understand when '${date}' is. Say for example 'to Friday at 10'.`,
        isQuestion: true,
      };
    const one = await eventNamed(turn, item.replace(/^(with|about) /i, ""));
    if ("answer" in one) return one.answer;
    const { id, version, title, startTime, isAllDay, attendees } = one.found;
    const at = moment.hasTime || isAllDay ? moment.at : sameTime(startTime, moment.at, turn.timeZone);
    const event = await turn.use(events.update, {
      id,
      version,
      startTime: at.toISOString(),
      timeZone: turn.timeZone,
      scope: "this",
    });
    const notice = attendees.length > 0 ? " The attendees were not told." : "";
    return {
      text: `'${title}' is now ${eventCard(event, turn.clock).subtitle}.${notice}`,
      cards: [eventCard(event, turn.clock)],
      suggestions: ["undo"],
    };
  },
};

/** The date of `day` with the time of `time`. */
const sameTime = (time: Date, day: Date, timeZone: string) =>
  new Date(startOfDay(day, timeZone).getTime() + (time.getTime() - startOfDay(time, timeZone).getTime()));

export const cancelEvent: Intent = {
  name: "events.cancel",
  area: "calendar",
  phrases: [
    "(take|strike|remove) [the|my] {item} (off|from|out of) [my] (calendar|agenda|schedule|diary)",
    "i (will not|won't|am not) (make|attend|go to|going to) [the] (meeting|call|event|appointment) {item}",

    "(cancel|delete|remove|drop|call off) [the|my] (meeting|event|appointment|call) {item}",
    "(cancel|call off) [the|my] {item} [meeting|event|appointment|call]",
    "(delete|remove) {item} from [my] (calendar|agenda|schedule)",
  ],
  example: "Cancel the meeting with Anna",
  async answer(turn, { item = "" }) {
    const one = await eventNamed(turn, item.replace(/^(with|about) /i, ""));
    if ("answer" in one) return one.answer;
    const { id, title, seriesId } = one.found;
    const card = eventCard(one.found, turn.clock);
    const input = seriesId ? { id, scope: "this" } : { id };
    return {
      text: `Shall I move '${title}' (${card.subtitle}) to the trash?`,
      cards: [card],
      proposed: [{ capability: "events.delete", input, summary: `Move the event '${title}' to the trash` }],
    };
  },
};
