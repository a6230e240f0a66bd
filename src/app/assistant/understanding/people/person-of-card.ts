import { conversations } from "#features/communication/conversations.ts";
import { parsePerson } from "#features/email/address-model.ts";
import { emails } from "#features/email/emails.ts";
import type { Turn } from "../../intent.ts";
import type { Card } from "../../model.ts";
import type { KnownPerson } from "./known-person.ts";

/** The person whose card it is. */
export const ofCard = (known: readonly KnownPerson[], { kind, id }: Card): KnownPerson | undefined =>
  known.find(
    ({ contact, userId }) =>
      (kind === "contact" && contact?.id === id) || (kind === "member" && userId === id),
  );

/** Whom 'her' means after a card: its person, the other one of a conversation, or who wrote a mail or got it. */
export async function personOfCard(
  turn: Turn,
  known: readonly KnownPerson[],
  card: Card,
): Promise<KnownPerson | undefined> {
  if (card.kind === "conversation") return otherOf(turn, known, card.id);
  return card.kind === "email" ? correspondentOf(turn, known, card.id) : ofCard(known, card);
}

async function otherOf(turn: Turn, known: readonly KnownPerson[], id: string) {
  const { otherUserId, contactId } = await turn.use(conversations.get, { id });
  return known.find(
    ({ userId, contact }) =>
      (otherUserId && userId === otherUserId) || (contactId && contact?.id === contactId),
  );
}

/** The sender of a received mail, the only recipient of an own one; also somebody who is no contact. */
async function correspondentOf(turn: Turn, known: readonly KnownPerson[], id: string) {
  const { items } = await turn.use(emails.list, { ids: [id], limit: 1 });
  const [mail] = items;
  if (!mail) return undefined;
  const { sender, status, recipients } = mail;
  const [only, second] = status === "received" ? [sender] : recipients;
  if (!only || second) return undefined;
  const { name, address } = parsePerson(only);
  const wanted = address.toLowerCase();
  return (
    known.find(({ addresses }) => addresses.includes(wanted)) ?? {
      name: name || address,
      userId: null,
      addresses: [wanted],
      contact: null,
      member: null,
    }
  );
}
