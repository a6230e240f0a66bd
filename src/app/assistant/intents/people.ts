import { conversations } from "#features/communication/conversations.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { members } from "#features/team/members.ts";
import { presence } from "#platform/presence/presence.ts";
import { joinWords, plural } from "../format-answer.ts";
import type { Intent } from "../intent.ts";
import { memberNamed } from "../lookup/find-person.ts";
import type { Card } from "../model.ts";

const MAX_CARDS = 6;

type Known = { id: string; contactName: string; contactEmail: string | null; contactPhone: string | null };

const contactCard = ({ id, contactName, contactEmail, contactPhone }: Known): Card => ({
  kind: "contact",
  id,
  title: contactName,
  subtitle: [contactEmail, contactPhone].filter(Boolean).join(", ") || null,
  href: `/communication?contact=${id}`,
});

const findContact: Intent = {
  name: "contacts.find",
  area: "people",
  phrases: [
    "(do i have|do you know|do you have|have i got) [the] (phone|number|phone number|email|email address|address|contact details) (of|for) {person}",
    "(do i have|do you know|do you have|have i got) {person} (phone|number|phone number|email|email address|address)",
    "(what is|where is) {person} (mobile|cell|cell phone|mobile number|telephone)",

    "(what is|find|show|show me|give me) [the] (phone|number|phone number|email|email address|address|contact|contact details) (of|for) {person}",
    "(what is|find|show|show me) {person} (phone|number|phone number|email|email address|address|contact)",
    "(find|look up|show|show me) [the|my] contact {person}",
    "who is {person}",
    "how (do i|can i) (reach|call|contact) {person}",
    "call {person}",
  ],
  example: "What is the phone number of Anna?",
  async answer(turn, { person = "" }) {
    const name = person.replace(/'s$/i, "");
    const { items } = await turn.use(contacts.list, { text: name.slice(0, 200), limit: MAX_CARDS });
    if (items.length === 0)
      return {
        text: `None of your contacts is called '${name}'.`,
        isQuestion: true,
        suggestions: [`add a contact ${name}`],
      };
    return { text: `I found ${plural(items.length, "contact")}.`, cards: items.map(contactCard) };
  },
};

const addContact: Intent = {
  name: "contacts.create",
  area: "people",
  phrases: [
    "(add|save|put|write) {person} (to|in|into|among) [my|the] (contacts|contact list|people)",
    "{person} is a new contact",

    "(add|save) {person} (to|in) my contacts[,] [with|at|email|address] {address}",
    "(add|save) {person} (to|in) my contacts, {address}",
    "(add|create|save|new) [a|the] [new] contact [called|named|for] {person} (with [the] [email|address]|at|email|,) {address}",
    "(add|create|save|new) [a|the] [new] contact [called|named|for] {person}",
    "(add|save) {person} (to|in) my contacts",
  ],
  example: "Add a contact Anna Kern with anna@example.com",
  async answer(turn, { person = "", address }) {
    const contact = await turn.use(contacts.create, { contactName: person, contactEmail: address ?? null });
    return {
      text: `'${contact.contactName}' is one of your contacts now.`,
      cards: [contactCard(contact)],
      suggestions: ["undo"],
    };
  },
};

const listContacts: Intent = {
  name: "contacts.list",
  area: "people",
  phrases: [
    "(show|list|open|who are) [me] [all] [my] [the] contacts",
    "[my] contacts",
    "how many contacts do i have",
  ],
  example: "Show my contacts",
  async answer(turn) {
    const count = await turn.use(contacts.list, { limit: MAX_CARDS });
    if (count.items.length === 0)
      return { text: "You have no contacts yet.", suggestions: ["add a contact Anna Kern"] };
    const more = count.nextCursor ? "more than " : "";
    return {
      text: `You have ${more}${plural(count.items.length, "contact")}.`,
      cards: count.items.map(contactCard),
    };
  },
};

const unreadMessages: Intent = {
  name: "messages.unread",
  area: "people",
  phrases: [
    "(any|do i have any|are there any|have i got any) [new|unread] messages",
    "(who|did anybody|did anyone|has anybody|has anyone) (wrote|written|write|pinged|texted|text|ping) [to] me",
    "what is new in [the|my] (chat|chats|messages|conversations)",

    "(do i have|are there|any) [any] (unread|new) (chats|chat messages|conversations|direct messages)",
    "(show|list|read|check) [me] [all] [my] [the] [unread|new|latest] (chats|chat messages|conversations|direct messages|chat)",
    "(who|did anybody|did anyone|has anyone) (wrote|write|written|messaged|message) [to] me [in chat]",
    "[my] (chats|conversations)",
  ],
  example: "Any new chat messages?",
  async answer(turn) {
    const { unread } = await turn.use(conversations.stats, {});
    const { items } = await turn.use(conversations.list, { limit: MAX_CARDS });
    const cards = items.map(({ id, name, unreadCount }) => ({
      kind: "conversation",
      id,
      title: name,
      subtitle: unreadCount > 0 ? `${unreadCount} unread` : null,
      href: `/communication?conversation=${id}`,
    }));
    return {
      text: unread === 0 ? "You have no unread messages." : `You have ${plural(unread, "unread message")}.`,
      cards,
    };
  },
};

const sendMessage: Intent = {
  name: "messages.send",
  area: "people",
  phrases: [
    "(tell|message|text|dm|ping) {person} (i am|i'm|we are|i will) {text}",
    "(send|write) {person} a [chat|direct|quick] message (saying|that|to say) {text}",
    "let {person} know [that] {text}",

    "(ping|message|text|dm) {person}",
    "(message|text|tell|ask|ping|dm) {person} (that|to say|saying|about|whether|if) {text}",
    "(message|text|ping|dm) {person}: {text}",
    "(send|write) [a|the] [chat|direct|quick] message to {person}: {text}",
    "(send|write) [a|the] (chat|direct|quick) message to {person} (saying|that|about) {text}",
  ],
  example: "Tell Bob that the board meets at three",
  async answer(turn, { person = "", text = "" }) {
    const found = await memberNamed(turn, person);
    if ("answer" in found) return found.answer;
    if (text === "")
      return {
        text: `What shall I write to ${found.fullName}? Say for example 'tell ${found.fullName} that we meet at three'.`,
        isQuestion: true,
      };
    const conversation = await turn.use(conversations.openWith, { userId: found.userId });
    const content = text.charAt(0).toUpperCase() + text.slice(1);
    return {
      text: `Shall I write to ${found.fullName}: '${content}'?`,
      proposed: [
        {
          capability: "messages.send",
          input: { conversationId: conversation.id, content },
          summary: `Write to ${found.fullName}: ${content}`,
        },
      ],
    };
  },
};

const online: Intent = {
  name: "people.online",
  area: "people",
  phrases: [
    "who [of|in] [my|the|our] (team|colleagues|people) (is|are) (online|here|around|available|in) [now|right now|today]",
    "(anyone|anybody|is anyone|is anybody) (online|here|around|available) [now]",

    "who is (online|here|around|available) [now|right now]",
    "(is|are) {person} (online|available|here|around) [now|right now]",
    "(show|list) [me] who is online",
  ],
  example: "Who is online?",
  async answer(turn, { person }) {
    const { items } = await turn.use(members.list, {
      limit: 200,
      ...(person ? { search: person.slice(0, 200) } : {}),
    });
    const others = items.filter(({ isMe }) => !isMe);
    if (others.length === 0)
      return {
        text: person ? `You work with nobody called '${person}' here.` : "You work with nobody here yet.",
      };
    const { people } = await turn.use(presence.list, { userIds: others.map(({ userId }) => userId) });
    const here = new Set(people.filter(({ isOnline }) => isOnline).map(({ userId }) => userId));
    const names = others.filter(({ userId }) => here.has(userId)).map(({ fullName }) => fullName);
    return {
      text: names.length === 0 ? "Nobody of them is online now." : `Online now: ${joinWords(names)}.`,
    };
  },
};

const team: Intent = {
  name: "people.team",
  area: "people",
  phrases: [
    "who (belongs to|is part of|is on|are the people in) [my|the|our] (team|company|workspace)",

    "(who is|who are|show|show me|list) [in|on] [all] [my|the|our] (team|colleagues|team members|members|people)",
    "who do i work with",
    "how (big|large) is (my|our|the) team",
  ],
  example: "Who is in my team?",
  async answer(turn) {
    const { items } = await turn.use(members.list, { limit: 200 });
    const others = items.filter(({ isMe }) => !isMe);
    if (others.length === 0)
      return { text: "You work with nobody here yet. Invite people on the Team page." };
    return {
      text: `You work with ${plural(others.length, "person", "people")}: ${joinWords(others.slice(0, 8).map(({ fullName }) => fullName))}.`,
    };
  },
};

export const peopleIntents: readonly Intent[] = [
  findContact,
  addContact,
  listContacts,
  unreadMessages,
  sendMessage,
  online,
  team,
];
