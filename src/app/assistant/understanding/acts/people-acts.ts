import { calls } from "#features/communication/calls.ts";
import { conversations } from "#features/communication/conversations.ts";
import { notifications } from "#features/daily-ops/notifications.ts";
import { presence } from "#platform/presence/presence.ts";
import { joinWords, momentOf } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { type Act, planOf } from "../act.ts";
import { findPeople, findPerson, knownPeople, personCard } from "../people/find-people.ts";
import type { KnownPerson } from "../people/known-person.ts";
import { listTouches, type Touch } from "../people/list-touches.ts";
import { listOpenMatters } from "../people/open-matters.ts";
import { readTime } from "../times/read-time.ts";

const MET = /\b(?:meet|met|meeting|see|saw|seen|lunch|dinner|coffee)\b/i;
const RECEIVED =
  /\b(?:hear|heard)\b|\b(?:did|has|have) (?!I\b|we\b)[^,;]{1,40}?\b(?:write|written|wrote|send|sent|reply|replied|answer|answered|message|mail|get in touch)/i;
const WROTE = /\b(?:he|she|they)(?: last)? (?:wrote|sent|said|answered)|\bfrom (?:him|her|them)\b/i;
const SENT = /\bI\b(?: last)? (?:write|wrote|written|mail|e-?mail|message|answer|reply|contact)/i;

/** When the person and somebody last had to do with each other, in the way that is asked for. */
const last: Act = async (turn, { person, item }) => {
  const one = await findPerson(turn, person, { pick: item });
  if ("answer" in one) return one.answer;
  const { name } = one.found;
  const touches = await listTouches(turn, one.found);
  const wanted = wantedOf(turn.sentence);
  if (wanted.length > 1 && OPEN_MATTERS.test(turn.sentence)) return catchUp(turn, one.found, touches);
  const [touch] = touches.filter(({ direction }) => wanted.includes(direction));
  if (touch) return { text: sentenceOfTouch(turn, name, touch), cards: [touch.card] };
  const [other] = touches;
  if (!other) return { text: `No, I found nothing between you and ${name}.`, cards: [personCard(one.found)] };
  return { text: `Not that I can see. ${sentenceOfTouch(turn, name, other)}`, cards: [other.card] };
};

const OPEN_MATTERS =
  /\b(?:open|outstand(?:ing|ng)|pending|unfinished|loose ends|stand|state of play|going on|history|up to (?:date|speed)|catch me up|fill me in|brief me|recap|should I know|leave things|dealing with|between)\b/i;

/** The last that there was, and what is still open. */
async function catchUp(turn: Turn, person: KnownPerson, touches: readonly Touch[]): Promise<Answer> {
  const matters = await listOpenMatters(turn, person);
  const [touch] = touches;
  const lines = [
    touch ? sentenceOfTouch(turn, person.name, touch) : `I found nothing between you and ${person.name}.`,
    ...(matters.length > 0 ? matters.map(({ text }) => text) : ["Nothing is open that I know of."]),
  ];
  return {
    text: lines.join("\n"),
    cards: [...(touch ? [touch.card] : []), ...matters.map(({ card }) => card)],
  };
}

function wantedOf(sentence: string): Touch["direction"][] {
  if (MET.test(sentence)) return ["met"];
  if (RECEIVED.test(sentence) || WROTE.test(sentence)) return ["received"];
  return SENT.test(sentence) ? ["sent"] : ["met", "received", "sent"];
}

function sentenceOfTouch({ clock }: Turn, name: string, { direction, at, text }: Touch): string {
  const verb = {
    met: `You last met ${name}`,
    received: `${name} last wrote`,
    sent: `You last wrote to ${name}`,
  };
  return `${verb[direction]} on ${momentOf(at, clock)}: ${text}`;
}

const online: Act = async (turn, { person, item }) => {
  const { people: here } = await turn.use(presence.list, {});
  const ids = new Set(here.filter(({ isOnline }) => isOnline).map(({ userId }) => userId));
  const isHere = ({ userId }: KnownPerson) => userId !== null && ids.has(userId);
  if (!person && !item) {
    const found = (await knownPeople(turn, "accounts")).filter(isHere);
    return found.length > 0
      ? { text: `Online now: ${names(found)}.`, cards: cardsOf(found) }
      : { text: "No, nobody else is online now." };
  }
  const many = await findPeople(turn, person, { among: "accounts", pick: item, isOpen: true });
  if ("answer" in many) return many.answer;
  const found = many.found.filter(isHere);
  const cards = cardsOf(many.found);
  if (found.length > 0) return { text: `Yes, online now: ${names(found)}.`, cards };
  const [only, second] = many.found;
  if (!only || second) return { text: "No, none of them is online now.", cards };
  return { text: `No, ${only.name} is not online now.${await lastSeen(turn, only)}`, cards };
};

async function lastSeen(turn: Turn, { userId }: KnownPerson): Promise<string> {
  if (!userId) return "";
  const { people } = await turn.use(presence.list, { userIds: [userId] });
  const at = people[0]?.lastSeenAt;
  return at ? ` Last here ${momentOf(at, turn.clock)}.` : "";
}

const names = (people: readonly KnownPerson[]) => joinWords(people.map(({ name }) => name));
const cardsOf = (people: readonly KnownPerson[]) =>
  people.slice(0, 12).map((each) => personCard(each, "accounts"));

const MAX_CALLS = 100;
const MAX_SHOWN = 6;

const missed: Act = async (turn) => {
  const me = turn.context.actor.userId;
  const { calls: running } = await turn.use(calls.current, {});
  const ringing = running.filter(
    ({ startedBy, callers }) =>
      startedBy !== me && callers.some(({ userId, state }) => userId === me && state === "ringing"),
  );
  const { items } = await turn.use(calls.list, { limit: MAX_CALLS });
  const found = items.filter(
    ({ startedBy, state, callers }) =>
      startedBy !== me &&
      state === "ended" &&
      callers.some((caller) => caller.userId === me && ["missed", "busy"].includes(caller.state)),
  );
  const all = [...ringing, ...found].slice(0, MAX_SHOWN);
  if (all.length === 0) return { text: "No, you missed no calls, and nobody is calling now." };
  const lines = all.map(
    ({ name, createdAt, state }) =>
      `${name}, ${state === "ended" ? momentOf(createdAt, turn.clock) : "calling now"}`,
  );
  return {
    text: [ringing.length > 0 ? "Yes:" : "You missed:", ...lines].join("\n"),
    cards: all.map(({ conversationId, name }) => ({
      kind: "conversation",
      id: conversationId,
      title: name,
      subtitle: "call",
      href: `/communication?conversation=${conversationId}`,
    })),
  };
};

/** Only a person can be in a call: what is needed for it is shown, and a later call is remembered. */
const call: Act = async (turn, { person, item, when }) => {
  const one = await findPerson(turn, person, { pick: item, question: "Whom do you want to call?" });
  if ("answer" in one)
    return person && !one.answer.cards ? { text: `I cannot call for you. ${one.answer.text}` } : one.answer;
  const { found } = one;
  const moment = when ? readTime(turn, when) : null;
  if (moment?.hasTime && moment.at > turn.context.now) {
    const text = momentOf(moment.at, turn.clock);
    return planOf(
      notifications.create,
      { title: `Call ${found.name}`, scheduledFor: moment.at.toISOString() },
      { order: `Remind you ${text}: 'Call ${found.name}'`, cards: [personCard(found)] },
    );
  }
  return { text: await howToCall(turn, found), cards: [await callCard(turn, found)] };
};

async function howToCall(turn: Turn, person: KnownPerson): Promise<string> {
  const { name, userId, contact } = person;
  const phone = contact?.contactPhone ?? contact?.otherPhones[0];
  if (userId && (await conversationWith(turn, userId)))
    return `I cannot call for you. Open the conversation with ${name} and choose 'Call'.${phone ? ` The number is ${phone}.` : ""}`;
  return phone
    ? `I cannot call for you. The number of ${name} is ${phone}.`
    : `I cannot call for you, and I have no phone number of ${name}.`;
}

async function callCard(turn: Turn, person: KnownPerson) {
  const conversation = person.userId ? await conversationWith(turn, person.userId) : undefined;
  if (!conversation) return personCard(person);
  const { id, name } = conversation;
  return { kind: "conversation", id, title: name, subtitle: null, href: `/communication?conversation=${id}` };
}

async function conversationWith(turn: Turn, userId: string) {
  const { items } = await turn.use(conversations.list, { limit: 200 });
  return items.find(({ otherUserId }) => otherUserId === userId);
}

export const PEOPLE_ACTS: Readonly<Record<string, Act>> = {
  "contacts.last": last,
  "people.online": online,
  "calls.missed": missed,
  "calls.start": call,
};
