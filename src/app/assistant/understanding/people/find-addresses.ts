import type { Answer, Turn } from "../../intent.ts";
import { resolveAddress } from "../../lookup/find-person.ts";
import { namesIn } from "../match-words.ts";
import { findPeople, knownPeople, matchesOf } from "./find-people.ts";

type Found = { addresses: string[] } | { answer: Answer };

/** The addresses of 'Ann', 'Bob and Clara', 'everyone in Product': of colleagues and contacts, then of people in mail. */
export async function addressesOf(turn: Turn, person: string, pick?: string): Promise<Found> {
  const many = await findPeople(turn, person, { pick });
  if ("found" in many) {
    const missing = many.found.find(({ addresses }) => addresses.length === 0);
    if (missing) return { answer: noAddress(missing.name) };
    return { addresses: many.found.flatMap(({ addresses }) => addresses.slice(0, 1)) };
  }
  if (many.answer.cards) return many;
  return addressesInMail(turn, person);
}

async function addressesInMail(turn: Turn, person: string): Promise<Found> {
  const known = await knownPeople(turn, "all", person);
  const addresses: string[] = [];
  for (const name of namesIn(person)) {
    const [only, second] = matchesOf(known, name);
    const [address] = only && !second ? only.addresses : [];
    const one = address ? { address } : await resolveAddress(turn, name);
    if ("answer" in one) return one;
    addresses.push(one.address);
  }
  return addresses.length > 0 ? { addresses } : { answer: noAddress(person) };
}

const noAddress = (name: string): Answer => ({
  text: `I know no address of '${name}'. Add a contact, or say the address itself.`,
  isQuestion: true,
});
