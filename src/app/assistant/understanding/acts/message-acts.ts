import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { emails } from "#features/email/emails.ts";
import { joinWords, momentOf, plural } from "../../format-answer.ts";
import type { Answer, Turn } from "../../intent.ts";
import { type Act, asksFor, type Plan, planOf, type Roles } from "../act.ts";
import { capital, sentenceOf } from "../capital.ts";
import { shareOf, stemsOf } from "../match-words.ts";
import { directChat, findChat } from "../people/find-chat.ts";
import { findPeople, knownPeople, personCard } from "../people/find-people.ts";
import type { KnownPerson } from "../people/known-person.ts";
import { namesWithin } from "../people/names-within.ts";
import { findPlace, leftOut } from "../people/people-groups.ts";
import { type Conversation, chatCard } from "../people/people-kinds.ts";

/** The message goes to people, although a group is named. */
const PRIVATELY =
  /\b(?:directly|privately|personally|personal|in private|one by one|separately|seperately|individually|each of|not (?:in|to) the (?:group|chat))\b/i;

const REFUSED =
  /^(?:no,? )?(?:please )?(?:don't|do not|never|dont) (?:tell|write|message|text|send|ping|answer|reply)\b/i;

const send: Act = async (turn, roles) => {
  if (REFUSED.test(turn.sentence)) return { text: "No, nothing is sent." };
  const { person, conversation, text } = roles;
  const isGroup = conversation && !(person && PRIVATELY.test(turn.sentence));
  const target = isGroup ? await toChat(turn, roles) : await toPeople(turn, roles);
  if ("answer" in target) return target.answer;
  const content = capital((text ?? "").replace(/^(?:that|saying|to say) /i, ""));
  if (!content) return asksFor(`What shall the message to ${target.name} say?`);
  return Promise.all(target.to.map((to) => planFor(turn, to, content)));
};

type Recipient = Conversation | KnownPerson;
type Target = { name: string; to: Recipient[] } | { answer: Answer };

async function toChat(turn: Turn, roles: Roles): Promise<Target> {
  const { conversation = "" } = roles;
  const chat = await findChat(turn, { ...roles, person: undefined });
  if ("found" in chat)
    return (await withoutSome(turn, chat.found)) ?? { name: `'${chat.found.name}'`, to: [chat.found] };
  const place = await findPlace(turn, conversation);
  return place && "workspace" in place && EACH.test(turn.sentence)
    ? toPeople(turn, { person: `everyone in ${conversation}` })
    : chat;
}

const EACH = /\b(?:each|every ?one|everybody|people|members|all|one by one)\b/i;

/** Where somebody of the group is left out, the others are written to one by one. */
async function withoutSome(turn: Turn, chat: Conversation): Promise<Target | null> {
  const { people } = await turn.use(conversations.participants, { id: chat.id });
  const named = people.map(({ userId, fullName }) => ({ userId, name: fullName }));
  const left = leftOut(turn, named, (some, name) => namesWithin(some, name, turn.sentence).named.flat());
  if (left.length === named.length) return null;
  const known = await knownPeople(turn, "accounts");
  const to = known.filter(({ userId }) => left.some((each) => each.userId === userId));
  return { name: joinWords(to.map(({ name }) => name)), to };
}

async function toPeople(turn: Turn, { person, item }: Roles): Promise<Target> {
  const many = await findPeople(turn, person, { pick: item, question: "To whom?" });
  if ("found" in many)
    return (
      (await unreachable(turn, many.found)) ?? {
        name: joinWords(many.found.map(({ name }) => name)),
        to: many.found,
      }
    );
  // 'Tell the ops chat' names a group in the place of a person.
  const place = person && !many.answer.cards ? await findPlace(turn, person) : null;
  if (place && "conversation" in place) return { name: place.conversation.name, to: [place.conversation] };
  return many;
}

/** Who has neither an account nor an address gets no message. */
async function unreachable(turn: Turn, people: readonly KnownPerson[]) {
  for (const person of people)
    if (!person.userId && person.addresses.length === 0 && !(await directChat(turn, person)))
      return {
        answer: {
          text: `${person.name} has no account here and no email address.`,
          cards: [personCard(person)],
        },
      };
  return null;
}

async function planFor(turn: Turn, to: Recipient, content: string): Promise<Plan> {
  if ("id" in to) return messagePlan(to.id, to.name, content, [chatCard(to)]);
  const cards = [personCard(to)];
  if (to.userId) {
    const opened = await turn.use(conversations.openWith, { userId: to.userId });
    return messagePlan(opened.id, to.name, content, cards);
  }
  const chat = await directChat(turn, to);
  if (chat) return messagePlan(chat.id, to.name, content, cards);
  const [address = ""] = to.addresses;
  return planOf(
    emails.send,
    { subject: content.slice(0, 200), body: sentenceOf(content), recipients: [address] },
    { order: `Send a mail to ${to.name} (${address}), who has no account here: ${content}`, cards },
  );
}

const messagePlan = (conversationId: string, name: string, content: string, cards: Plan["cards"]): Plan =>
  planOf(messages.send, { conversationId, content }, { order: `Write to ${name}: ${content}`, cards });

const MAX_READ = 100;
const MAX_SHOWN = 6;

/** The last messages of a conversation, of a person, or about something. */
const list: Act = async (turn, roles) => {
  const { person, topic, conversation } = roles;
  if (!person && !conversation && topic) return search(turn, topic);
  const chat = await findChat(turn, roles);
  if ("answer" in chat) return topic && !chat.answer.cards ? search(turn, topic) : chat.answer;
  const { id, name } = chat.found;
  const { items } = await turn.use(messages.list, { conversationId: id, limit: MAX_READ });
  const words = stemsOf(topic ?? "");
  const found = words.length === 0 ? items : items.filter(({ content }) => shareOf(words, content) >= 0.5);
  const lines = (found.length > 0 ? found : items).slice(0, MAX_SHOWN).reverse().map(lineOf(turn));
  const none = topic && found.length === 0 ? `I found nothing about '${topic}'. ` : "";
  return {
    text:
      items.length === 0 ? `There are no messages in '${name}'.` : `${none}'${name}':\n${lines.join("\n")}`,
    cards: [chatCard(chat.found)],
  };
};

type Written = { senderId: string; senderName: string; createdAt: Date };
const lineOf =
  (turn: Turn) =>
  ({
    senderId,
    senderName,
    createdAt,
    ...message
  }: Written & ({ content: string } | { excerpt: string })) => {
    const text = "content" in message ? message.content : message.excerpt;
    const name = senderId === turn.context.actor.userId ? "You" : senderName;
    return `${name}, ${momentOf(createdAt, turn.clock)}: ${text.slice(0, 500)}`;
  };

async function search(turn: Turn, topic: string): Promise<Answer> {
  const { items } = await turn.use(messages.search, { text: topic.slice(0, 200), limit: MAX_SHOWN });
  if (items.length === 0) return { text: `No, I found no message about '${topic}'.` };
  return {
    text: items.map((item) => `${lineOf(turn)(item)} (in '${item.conversationName}')`).join("\n"),
    cards: [...new Map(items.map((item) => [item.conversationId, item.conversationName]))].map(
      ([id, title]) => ({
        ...{ kind: "conversation", id, title, subtitle: null },
        href: `/communication?conversation=${id}`,
      }),
    ),
  };
}

const unread: Act = async (turn) => {
  const { items } = await turn.use(conversations.list, { limit: 200 });
  const found = items.filter(({ unreadCount }) => unreadCount > 0);
  if (found.length === 0) return { text: "No, you have no unread messages." };
  const count = found.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  const lines = found.slice(0, MAX_SHOWN).map(({ name, unreadCount, lastMessage }) => {
    const preview = lastMessage ? `: ${lastMessage.content}` : "";
    return `${name}, ${unreadCount}${preview}`;
  });
  return {
    text: `You have ${plural(count, "unread message")} in ${plural(found.length, "conversation")}.\n${lines.join("\n")}`,
    cards: found.slice(0, 12).map(chatCard),
  };
};

export const MESSAGE_ACTS: Readonly<Record<string, Act>> = {
  "messages.send": send,
  "messages.list": list,
  "messages.unread": unread,
};
