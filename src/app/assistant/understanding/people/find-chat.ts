import type { Answer, Turn } from "../../intent.ts";
import type { Roles } from "../act.ts";
import { exceptionIn, splitException } from "../exceptions.ts";
import { findOne } from "../find-records.ts";
import { findPerson } from "./find-people.ts";
import type { KnownPerson } from "./known-person.ts";
import { bestOf, namingWords } from "./people-groups.ts";
import { CHAT, type Conversation, listChats, roleOrPick } from "./people-kinds.ts";

type Found<T> = { found: T } | { answer: Answer };

/** Words beside the name of a conversation: 'the chat with Bob', 'Clara's messages', 'the group about the move'. */
const BESIDE =
  /\b(?:the|my|our|chats?|conversations?|dms?|direct|messages?|threads?|with|from|about|group|channel|called|room|unread|one)\b/gi;

/** The conversation that is named: by its title, or by the other person of it. */
export async function findChat(turn: Turn, roles: Roles): Promise<Found<Conversation>> {
  const words = roleOrPick(turn, CHAT, roles, "conversation")?.replace(POINTING, "it");
  if (!words) return chatWith(turn, roles);
  const titled = await titledChat(turn, words);
  if (titled) return { found: titled };
  const one = await findOne(turn, CHAT, words);
  if ("found" in one || one.answer.cards) return one;
  const name = words.replaceAll(BESIDE, " ").trim();
  return name ? withPerson(turn, name, one.answer) : one;
}

const POINTING = /^(?:this|that|the same) (?:chat|group|conversation|channel|thread|one)$/i;

/** By a title alone, so that 'the Lisbon group' is not the person Lisbon. */
async function titledChat(turn: Turn, words: string): Promise<Conversation | null> {
  const asked = namingWords(words.replaceAll(BESIDE, " "));
  if (asked.length === 0) return null;
  const [only, second] = bestOf(asked, await listChats(turn));
  return only && !second ? only : null;
}

async function chatWith(turn: Turn, { person, item }: Roles): Promise<Found<Conversation>> {
  if (person) return withPerson(turn, person, null, item);
  return findOne(turn, CHAT, undefined);
}

async function withPerson(
  turn: Turn,
  words: string,
  otherwise: Answer | null,
  pick?: string,
): Promise<Found<Conversation>> {
  const one = await findPerson(turn, words, { among: "all", pick });
  if ("answer" in one) return { answer: one.answer.cards ? one.answer : (otherwise ?? one.answer) };
  const chat = await directChat(turn, one.found);
  if (chat) return { found: chat };
  return { answer: { text: `You have no conversation with ${one.found.name}.` } };
}

/** The conversation with one person, if there is one. */
export async function directChat(
  turn: Turn,
  { userId, contact }: KnownPerson,
): Promise<Conversation | undefined> {
  return (await listChats(turn)).find(
    ({ otherUserId, contactId }) =>
      (userId !== null && otherUserId === userId) || (contact !== null && contactId === contact.id),
  );
}

const ALL = /\b(?:all|every|everything|both|each|any)\b/i;

/** Several: 'all my chats', 'both', 'all but Bob's'; among those that `fits`. */
export async function findChats(
  turn: Turn,
  roles: Roles,
  fits: (chat: Conversation) => boolean,
): Promise<Found<Conversation[]>> {
  const unread = /\bleave (.{2,60}?) unread\b/i.exec(turn.sentence)?.[1];
  if (unread && roles.person && roles.conversation && unread.includes(roles.conversation))
    return findChats(turn, { person: roles.person }, fits);
  const words = roles.conversation ?? roles.person;
  const bare = splitException(words, turn.sentence).words.replaceAll(BESIDE, " ").trim();
  const isAll =
    ALL.test(words ?? turn.sentence) &&
    bare
      .replace(ALL, "")
      .replace(/\b(?:of|them)\b/g, "")
      .trim() === "";
  if (!isAll) {
    const one = await findChat(turn, roles);
    if ("found" in one) return { found: [one.found] };
    return ALL.test(turn.sentence) && !one.answer.cards
      ? { found: (await listChats(turn)).filter(fits) }
      : one;
  }
  const all = (await listChats(turn)).filter(fits);
  const left = exceptionIn(turn.sentence);
  if (!left) return { found: all };
  const one = await findChat(turn, { conversation: left });
  if ("answer" in one)
    return { answer: { text: `Which of them do you mean by '${left}'?`, isQuestion: true } };
  return { found: all.filter(({ id }) => id !== one.found.id) };
}
