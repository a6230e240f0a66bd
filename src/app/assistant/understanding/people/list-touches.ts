import { events } from "#features/calendar/calendar-events.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { emails } from "#features/email/emails.ts";
import { emailCard, eventCard } from "../../format-answer.ts";
import type { Turn } from "../../intent.ts";
import type { Card } from "../../model.ts";
import type { KnownPerson } from "./known-person.ts";
import { chatCard } from "./people-kinds.ts";
import { plainWords } from "./person-words.ts";

/** One mail, message or meeting between the person and somebody. */
export type Touch = { direction: "received" | "sent" | "met"; at: Date; text: string; card: Card };

/** The latest of each kind, the newest first. */
export async function listTouches(turn: Turn, person: KnownPerson): Promise<Touch[]> {
  const touches = [
    ...(await mails(turn, person, "received")),
    ...(await mails(turn, person, "sent")),
    ...(await meetings(turn, person)),
    ...(await chats(turn, person)),
  ];
  return touches.sort((one, other) => other.at.getTime() - one.at.getTime());
}

async function mails(turn: Turn, person: KnownPerson, direction: "received" | "sent"): Promise<Touch[]> {
  const addresses = person.addresses.slice(0, 3);
  if (addresses.length === 0) return [];
  const field = direction === "received" ? "from" : "to";
  const { items } = await turn.use(emails.list, {
    status: direction,
    text: addresses.map((address) => `${field}:${address}`).join(" OR "),
    limit: 1,
  });
  return items.map((mail) => ({
    ...{ direction, at: mail.sentAt ?? mail.createdAt, text: `'${mail.subject}'.` },
    card: emailCard(mail),
  }));
}

/** By address among those invited, or by the first name in the title. */
async function meetings(turn: Turn, { name, addresses }: KnownPerson): Promise<Touch[]> {
  const [first = ""] = plainWords(name);
  const { now } = turn.context;
  const past = { to: now.toISOString(), order: "latest", limit: 20 } as const;
  const found = [...addresses.slice(0, 2), first].filter(Boolean);
  const touches: Touch[] = [];
  for (const text of found) {
    const { items } = await turn.use(events.list, { ...past, text });
    const [event] = items.filter(
      ({ title, attendees }) =>
        attendees.some((line) => addresses.some((each) => line.toLowerCase().includes(each))) ||
        plainWords(title).includes(first),
    );
    if (event)
      touches.push({
        ...{ direction: "met", at: event.startTime, text: `'${event.title}'.` },
        card: eventCard(event, turn.clock),
      });
  }
  return touches;
}

async function chats(turn: Turn, { userId, contact }: KnownPerson): Promise<Touch[]> {
  const { items } = await turn.use(conversations.list, { limit: 200 });
  const chat = items.find(
    ({ otherUserId, contactId }) =>
      (userId !== null && otherUserId === userId) || (contact !== null && contactId === contact.id),
  );
  if (!chat) return [];
  const { items: written } = await turn.use(messages.list, { conversationId: chat.id, limit: 50 });
  const me = turn.context.actor.userId;
  const touch = (direction: "received" | "sent"): Touch[] => {
    const message = written.find(({ senderId }) => (senderId === me) === (direction === "sent"));
    return message
      ? [
          {
            direction,
            at: message.createdAt,
            text: `'${message.content.slice(0, 300)}'`,
            card: chatCard(chat),
          },
        ]
      : [];
  };
  return [...touch("received"), ...touch("sent")];
}
