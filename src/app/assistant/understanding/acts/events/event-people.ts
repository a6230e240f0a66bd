import { eventInvitations } from "#features/calendar/event-invitations.ts";
import { eventCard, joinWords } from "../../../format-answer.ts";
import { type Act, asksFor, planOf } from "../../act.ts";
import { findOne } from "../../find-records.ts";
import { findPeople } from "../../people/find-people.ts";
import { EVENT } from "../../record-kinds.ts";
import { cardsOf, eventsOf, isWith, unansweredInvitations } from "./list-events.ts";
import { isOfOthers } from "./own-event.ts";

/** Whether those who are named take part in an event. */
const attends: Act = async (turn, { person, item }) => {
  const one = await findOne(turn, EVENT, item);
  if ("answer" in one) return one.answer;
  if (!person) return asksFor("Whom do you mean?");
  const many = await findPeople(turn, person, { isOpen: true });
  if ("answer" in many) return many.answer;
  const event = one.found;
  const there = many.found.filter((each) => isWith(event, each, []));
  const names = joinWords((there.length > 0 ? there : many.found.slice(0, 3)).map(({ name }) => name));
  return {
    text:
      there.length > 0
        ? `Yes, ${names} ${there.length > 1 ? "are" : "is"} on '${event.title}'.`
        : `No, ${names} is not on '${event.title}'.`,
    cards: cardsOf(turn, [event]),
  };
};

/** To the attendees of one's own event, by mail. */
const sendInvitations: Act = async (turn, { item }) => {
  const one = await findOne(
    turn,
    EVENT,
    item?.replace(/^(?:the |my )?(?:invitations?|invites?) (?:for|to) /i, ""),
  );
  if ("answer" in one) return one.answer;
  const { id, title, attendees } = one.found;
  const cards = [eventCard(one.found, turn.clock)];
  if (isOfOthers(turn, one.found))
    return { text: `Somebody else organizes '${title}' and invites to it.`, cards };
  if (attendees.length === 0)
    return { ...asksFor(`Nobody is on '${title}' yet. Whom shall I invite?`), cards };
  return planOf(
    eventInvitations.send,
    { eventId: id },
    { order: `Send the invitation to '${title}' to ${joinWords(attendees)}`, cards },
  );
};

/** The next event with a person. */
const nextWith: Act = async (turn, { person }) => {
  if (!person) return asksFor("With whom?");
  const listed = await eventsOf(turn, { person });
  const next = listed?.found.find(({ endTime }) => endTime > turn.context.now);
  if (!next) return { text: `No, nothing with ${person} is in your calendar.` };
  return { text: `'${next.title}': ${eventCard(next, turn.clock).subtitle}.`, cards: cardsOf(turn, [next]) };
};

export const EVENT_PEOPLE: Readonly<Record<string, Act>> = {
  "events.attends": attends,
  "events.sendInvitations": sendInvitations,
  "events.nextWith": nextWith,
  "events.openInvitations": (turn) => unansweredInvitations(turn),
};
