import { eventInvitations } from "#features/calendar/event-invitations.ts";
import { eventCard, joinWords } from "../../../format-answer.ts";
import { type Act, asksFor, planOf } from "../../act.ts";
import { findOne } from "../../find-records.ts";
import { findPeople, knownPeople } from "../../people/find-people.ts";
import type { KnownPerson } from "../../people/known-person.ts";
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
  const known = await knownPeople(turn, "all", person);
  const isThere = (each: KnownPerson) => isWith(event, each, known);
  const there = many.found.filter(isThere);
  // Of several with the name the one who is there is meant.
  const missing = / and |,/.test(person) ? many.found.filter((each) => !isThere(each)) : [];
  const text = [
    there.length > 0 && `${missing.length > 0 ? "" : "Yes, "}${listed(there)} on '${event.title}'.`,
    there.length === 0 && `No, ${listed(many.found.slice(0, 3), " not")} on '${event.title}'.`,
    there.length > 0 && missing.length > 0 && `No, ${listed(missing, " not")}.`,
  ];
  return { text: text.filter(Boolean).join(" "), cards: cardsOf(turn, [event]) };
};

const listed = (people: readonly KnownPerson[], not = ""): string =>
  `${joinWords(people.map(({ name }) => name))} ${people.length > 1 ? "are" : "is"}${not}`;

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
  const found = await eventsOf(turn, { person });
  const next = found?.found.find(({ endTime }) => endTime > turn.context.now);
  if (!next) return { text: `No, nothing with ${person} is in your calendar in the next 60 days.` };
  return { text: `'${next.title}': ${eventCard(next, turn.clock).subtitle}.`, cards: cardsOf(turn, [next]) };
};

export const EVENT_PEOPLE: Readonly<Record<string, Act>> = {
  "events.attends": attends,
  "events.sendInvitations": sendInvitations,
  "events.nextWith": nextWith,
  "events.openInvitations": (turn) => unansweredInvitations(turn),
};
