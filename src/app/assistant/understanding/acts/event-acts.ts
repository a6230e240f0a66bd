import { events } from "#features/calendar/calendar-events.ts";
import { eventCard } from "../../format-answer.ts";
import { type Act, asksFor, planOf } from "../act.ts";
import { capital } from "../capital.ts";
import { findOne } from "../find-records.ts";
import { addressesOf } from "../people/find-addresses.ts";
import { EVENT } from "../record-kinds.ts";
import { readDuration } from "../times/read-duration.ts";
import { readTime } from "../times/read-time.ts";
import { buffer } from "./events/buffer.ts";
import { changeNamed } from "./events/change-event.ts";
import { create } from "./events/create-event.ts";
import { EVENT_PEOPLE } from "./events/event-people.ts";
import { eventsMeant } from "./events/events-meant.ts";
import { MORE_EVENT_ACTS } from "./events/more-event-acts.ts";
import { move } from "./events/move-event.ts";
import { propose } from "./events/propose-time.ts";
import { TWO_EVENTS } from "./events/two-events.ts";

/** 1 where the words around a duration make something longer by it, -1 shorter by it, 0 as long as it. */
function directionOf(sentence: string, duration: string): -1 | 0 | 1 {
  const at = sentence.indexOf(duration);
  const before = sentence.slice(0, at);
  const after = sentence.slice(at + duration.length);
  const isDifference =
    /\b(?:by|another|extra|additional|add|plus|off) (?:an? )?$/i.test(before) ||
    /^ (?:more|longer|extra|shorter|less|off|earlier|later)\b/i.test(after);
  if (!isDifference) return 0;
  return /\b(?:shorten|cut|trim|lop|shave|knock)/i.test(before) ||
    /^ (?:shorter|less|off|earlier)\b/i.test(after)
    ? -1
    : 1;
}

const lengthen: Act = (turn, { item, duration, when }) =>
  changeNamed(turn, item, ({ startTime, endTime }) => {
    const minutes = readDuration(duration ?? "");
    if (when && !minutes) {
      const end = readTime(turn, when, endTime);
      return end ? { endTime: end.at.toISOString() } : asksFor(`When is '${when}'?`);
    }
    if (!minutes) return asksFor("How long shall it be?");
    const direction = directionOf(turn.sentence, duration ?? "");
    const from = direction === 0 ? startTime : endTime;
    return { endTime: new Date(from.getTime() + (direction || 1) * minutes * 60_000).toISOString() };
  });

const invite: Act = (turn, { item, person }) =>
  changeNamed(turn, item, async ({ attendees }) => {
    if (!person) return asksFor("Whom shall I add?");
    const added = await addressesOf(turn, person);
    if ("answer" in added) return added.answer;
    return { attendees: [...new Set([...attendees, ...added.addresses])] };
  });

const uninvite: Act = (turn, { item, person }) =>
  changeNamed(turn, item, async ({ attendees }) => {
    if (!person) return asksFor("Whom shall I remove?");
    const one = await addressesOf(turn, person);
    if ("answer" in one) return one.answer;
    const isNamed = (line: string) =>
      one.addresses.some((each) => line.toLowerCase().includes(each.toLowerCase()));
    const left = attendees.filter((each) => !isNamed(each));
    return left.length < attendees.length
      ? { attendees: left }
      : asksFor(`${person} is not among those invited.`);
  });

const cancel: Act = async (turn, { item }) => {
  const many = await eventsMeant(turn, item);
  if ("answer" in many) return many.answer;
  return many.found.map((event) => {
    const card = eventCard(event, turn.clock);
    const input = event.seriesId ? { id: event.id, scope: "this" as const } : { id: event.id };
    return planOf(events.delete, input, {
      order: `Move the event '${event.title}' (${card.subtitle}) to the trash`,
      cards: [card],
    });
  });
};

/** An invitation of somebody else is answered; for an event of one's own a refusal means that it is cancelled. */
const answerInvitation =
  (reply: "accepted" | "tentative" | "declined"): Act =>
  async (turn, roles) => {
    const one = await findOne(turn, EVENT, roles.item);
    if ("answer" in one) return one.answer;
    const { id, title, organizer } = one.found;
    if (!organizer)
      return reply === "declined"
        ? cancel(turn, roles)
        : asksFor(`'${title}' is your own event: there is no invitation to answer.`);
    return {
      text: `Shall I answer the invitation to '${title}'? The organizer is notified.`,
      cards: [eventCard(one.found, turn.clock)],
      proposed: [
        {
          capability: "eventInvitations.answer",
          input: { eventId: id, answer: reply },
          summary: `Answer the invitation to '${title}': ${reply}`,
        },
      ],
    };
  };

const titled: Act = (turn, { item, title }) =>
  changeNamed(turn, item, () => (title ? { title: capital(title) } : asksFor("What shall it be called?")));

const placed: Act = (turn, { item, place }) =>
  changeNamed(turn, item, () => (place ? { location: place } : asksFor("Where is it?")));

const described: Act = (turn, { item, text }) =>
  changeNamed(turn, item, ({ description }) =>
    text ? { description: [description, text].filter(Boolean).join("\n") } : asksFor("What shall I note?"),
  );

export const EVENT_ACTS: Readonly<Record<string, Act>> = {
  "events.create": create,
  ...MORE_EVENT_ACTS,
  ...TWO_EVENTS,
  ...EVENT_PEOPLE,
  "events.buffer": buffer,
  "events.move": move,
  "events.propose": propose,
  "events.length": lengthen,
  "events.rename": titled,
  "events.place": placed,
  "events.describe": described,
  "events.invite": invite,
  "events.uninvite": uninvite,
  "events.cancel": cancel,
  "events.accept": answerInvitation("accepted"),
  "events.decline": answerInvitation("declined"),
  "events.maybe": answerInvitation("tentative"),
};
