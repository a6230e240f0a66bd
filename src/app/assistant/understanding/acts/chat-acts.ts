import { conversations } from "#features/communication/conversations.ts";
import { joinWords, momentOf, plural } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { type Act, asksFor, type Plan, planOf, type Roles } from "../act.ts";
import { capital } from "../capital.ts";
import { findOne } from "../find-records.ts";
import { findChat, findChats } from "../people/find-chat.ts";
import { findPeople, knownPeople, personCard } from "../people/find-people.ts";
import type { KnownPerson } from "../people/known-person.ts";
import { namesWithin } from "../people/names-within.ts";
import { findPlace, peopleIn } from "../people/people-groups.ts";
import { type Conversation, chatCard } from "../people/people-kinds.ts";
import { EVENT } from "../record-kinds.ts";
import { orEndOfDay } from "../times/in-day.ts";
import { readTime } from "../times/read-time.ts";
import { invite } from "./invitation-acts.ts";

const isOrAre = ({ length }: readonly unknown[]) => (length === 1 ? "is" : "are");

const names = (people: readonly { name: string }[]) => joinWords(people.map(({ name }) => name));

/** People with an account, or why somebody cannot be in a conversation of several. */
async function membersOf(turn: Turn, { person, item }: Roles, question: string) {
  const many = await findPeople(turn, person, { pick: item, question });
  if ("answer" in many) return many;
  const outsider = many.found.find(({ userId }) => userId === null);
  if (outsider) {
    const text = `${outsider.name} has no account here, and cannot be in a group.`;
    return { answer: { text, cards: [personCard(outsider)] } };
  }
  return many;
}

const userIdsOf = (people: readonly KnownPerson[]) => people.flatMap(({ userId }) => userId ?? []);

const isOwnGroup = (turn: Turn, { type, createdBy }: Conversation) =>
  type === "group" && createdBy === turn.context.actor.userId;

const notOwn = ({ name, type }: Conversation, verb: string) => ({
  text:
    type === "group"
      ? `Only who created the group '${name}' can ${verb}.`
      : `The conversation with ${name} is between two people. Create a group instead.`,
});

const add: Act = async (turn, roles) => {
  const place = roles.conversation ? await findPlace(turn, roles.conversation) : null;
  if (place && "workspace" in place) return invite(turn, { ...roles, workspace: place.workspace.name });
  const chat = place ? { found: place.conversation } : await findChat(turn, { ...roles, person: undefined });
  if ("answer" in chat) return chat.answer;
  if (!roles.person && /^who\b/i.test(turn.sentence)) return showParticipants(turn, chat.found);
  if (!isOwnGroup(turn, chat.found)) return notOwn(chat.found, "add people");
  const many = await membersOf(turn, roles, "Whom shall I add?");
  if ("answer" in many) return many.answer;
  const { id, name, participants } = chat.found;
  const added = many.found.filter(({ userId }) => userId && !participants.includes(userId));
  if (added.length === 0)
    return {
      text: `${names(many.found)} ${isOrAre(many.found)} already in '${name}'.`,
      cards: [chatCard(chat.found)],
    };
  return planOf(
    conversations.addPeople,
    { id, userIds: userIdsOf(added) },
    { order: `Add ${names(added)} to '${name}'`, cards: [chatCard(chat.found)] },
  );
};

/** Somebody out of a group; asked for in the words in which people leave a team. */
export async function removeFromChat(turn: Turn, chat: Conversation, roles: Roles) {
  if (!isOwnGroup(turn, chat)) return notOwn(chat, "remove people");
  const many = await membersOf(turn, roles, "Whom shall I remove?");
  if ("answer" in many) return many.answer;
  const inside = new Set(await peopleIn(turn, { conversation: chat }));
  const found = many.found.filter(({ userId }) => userId && inside.has(userId));
  if (found.length === 0)
    return {
      text: `${names(many.found)} ${isOrAre(many.found)} not in '${chat.name}'.`,
      cards: [chatCard(chat)],
    };
  return found.map(({ name, userId }) =>
    planOf(
      conversations.removePerson,
      { id: chat.id, userId: userId ?? "" },
      { order: `Remove ${name} from '${chat.name}'`, cards: [chatCard(chat)] },
    ),
  );
}

/** 'The Christmas party, Clara and David' are two people and a title. */
async function titledFrom(turn: Turn, roles: Roles): Promise<Roles> {
  if (roles.title || !roles.person) return roles;
  const { named, rest } = namesWithin(await knownPeople(turn, "all"), roles.person, turn.sentence);
  const title = rest
    .replaceAll(/\b(?:and|with|me|myself|called)\b/gi, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (!title || named.length === 0 || named.some((each) => each.length > 1)) return roles;
  return {
    ...roles,
    title: title.replace(/^(?:a|the) /i, ""),
    person: joinWords(named.flatMap(([one]) => one?.name ?? [])),
  };
}

/** Who is in a conversation besides the person. */
export async function showParticipants(turn: Turn, { id, name }: Conversation): Promise<Answer> {
  const { people: inside } = await turn.use(conversations.participants, { id });
  const others = inside.filter(({ userId }) => userId !== turn.context.actor.userId);
  if (others.length === 0) return { text: `No, nobody else is in '${name}'.` };
  return {
    text: `${plural(others.length, "person", "people")} besides you in '${name}': ${joinWords(others.map(({ fullName }) => fullName))}.`,
    cards: others.map(({ userId, fullName }) => ({
      ...{ kind: "member", id: userId, title: fullName, subtitle: null, href: "/team" },
    })),
  };
}

const members: Act = async (turn, roles) => {
  const chat = await findChat(turn, { ...roles, person: undefined });
  return "answer" in chat ? chat.answer : showParticipants(turn, chat.found);
};

const create: Act = async (turn, given) => {
  const roles = await titledFrom(turn, given);
  const many = await membersOf(turn, roles, "Who shall be in it?");
  if ("answer" in many) return many.answer;
  const [only, second] = many.found;
  if (!roles.title && only && !second)
    return planOf(
      conversations.openWith,
      { userId: only.userId ?? "" },
      {
        order: `Open the conversation with ${only.name}`,
        cards: [personCard(only, "accounts")],
      },
    );
  const title = capital(roles.title ?? joinWords(many.found.map(({ name }) => name.split(" ")[0] ?? name)));
  return planOf(
    conversations.create,
    { type: "group" as const, title: title.slice(0, 200), userIds: userIdsOf(many.found) },
    {
      order: `Create the group '${title}' with ${names(many.found)}`,
      cards: many.found.map((each) => personCard(each, "accounts")),
    },
  );
};

const together =
  (
    fits: (chat: Conversation) => boolean,
    none: string,
    planFor: (turn: Turn, chat: Conversation) => Plan | string,
  ): Act =>
  async (turn, roles) => {
    const many = await findChats(turn, roles, fits);
    if ("answer" in many) return many.answer;
    if (many.found.length === 0) return { text: none };
    const plans = many.found.map((chat) => planFor(turn, chat));
    const refused = plans.find((plan) => typeof plan === "string");
    if (refused) return { text: refused, cards: many.found.map(chatCard) };
    return plans.filter((plan) => typeof plan !== "string");
  };

const archive = together(
  () => true,
  "You have no conversations.",
  (turn, chat) =>
    chat.type === "group" && !isOwnGroup(turn, chat)
      ? `Only who created the group '${chat.name}' can archive it.`
      : planOf(
          conversations.archive,
          { id: chat.id },
          { order: `Archive '${chat.name}'`, cards: [chatCard(chat)] },
        ),
);

const leave: Act = async (turn, roles) => {
  const chat = /\b(?:me|I|myself|my)\b/.test(turn.sentence) ? null : await findChat(turn, roles);
  if (!chat || "answer" in chat || chat.found.type !== "group") return leaveGroup(turn, roles);
  const inside = await peopleIn(turn, { conversation: chat.found });
  const others = (await knownPeople(turn, "accounts")).filter(({ userId }) => inside.includes(userId ?? ""));
  const [[other] = []] = namesWithin(others, turn.sentence, turn.sentence).named;
  return other ? removeFromChat(turn, chat.found, { person: other.name }) : leaveGroup(turn, roles);
};

const leaveGroup = together(
  ({ type }) => type === "group",
  "You are in no group.",
  (_turn, chat) =>
    chat.type === "group"
      ? planOf(
          conversations.leave,
          { id: chat.id },
          { order: `Leave the group '${chat.name}'`, cards: [chatCard(chat)] },
        )
      : `The conversation with ${chat.name} cannot be left. It can be archived instead.`,
);

const unmute = together(
  ({ mutedUntil }) => mutedUntil !== null,
  "None of your conversations is muted.",
  (_turn, chat) =>
    chat.mutedUntil
      ? planOf(
          conversations.mute,
          { id: chat.id, until: null },
          { order: `Unmute '${chat.name}'`, cards: [chatCard(chat)] },
        )
      : `'${chat.name}' is not muted.`,
);

const markRead = together(
  ({ unreadCount }) => unreadCount > 0,
  "You have no unread messages.",
  (_turn, chat) =>
    chat.unreadCount > 0
      ? planOf(
          conversations.markRead,
          { id: chat.id },
          { order: `Mark '${chat.name}' as read`, cards: [chatCard(chat)] },
        )
      : `You have read everything in '${chat.name}'.`,
);

/** Until the person unmutes it. */
const NEVER = "9999-12-31T00:00:00.000Z";

const mute: Act = async (turn, roles) => {
  const many = await findChats(turn, roles, () => true);
  if ("answer" in many) return many.answer;
  const until = roles.when ? await endOf(turn, roles.when) : NEVER;
  if (!until) return asksFor(`Until when is '${roles.when}'?`);
  const text = until === NEVER ? "until you unmute it" : `until ${momentOf(new Date(until), turn.clock)}`;
  return many.found.map((chat) =>
    planOf(
      conversations.mute,
      { id: chat.id, until },
      { order: `Mute '${chat.name}' ${text}`, cards: [chatCard(chat)] },
    ),
  );
};

/** A time, or the end of an event as in 'during the hearing'; days end at midnight. */
async function endOf(turn: Turn, when: string): Promise<string | null> {
  const words = when.replace(/^(?:before|until|till|til|through|during|for) /i, "");
  const hours = /^(?:an?|one|\d+) hours?$/i.test(words) ? `in ${words}` : words;
  const moment = readTime(turn, hours);
  if (moment && moment.at > turn.context.now) return moment.at.toISOString();
  if (moment && !moment.hasTime) return orEndOfDay(moment, turn.timeZone).toISOString();
  const event = await findOne(turn, EVENT, words);
  return "found" in event ? event.found.endTime.toISOString() : null;
}

const rename: Act = async (turn, roles) => {
  const chat = await findChat(turn, roles);
  if ("answer" in chat) return chat.answer;
  if (!isOwnGroup(turn, chat.found)) return notOwn(chat.found, "rename it");
  if (!roles.title) return asksFor(`What shall '${chat.found.name}' be called?`);
  const title = capital(roles.title).slice(0, 200);
  return planOf(
    conversations.update,
    { id: chat.found.id, title },
    { order: `Rename '${chat.found.name}' to '${title}'`, cards: [chatCard(chat.found)] },
  );
};

export const CHAT_ACTS: Readonly<Record<string, Act>> = {
  "conversations.add": add,
  "conversations.archive": archive,
  "conversations.create": create,
  "conversations.leave": leave,
  "conversations.mute": mute,
  "conversations.unmute": unmute,
  "conversations.rename": rename,
  "conversations.members": members,
  "messages.markRead": markRead,
};
