import { conversations } from "#features/communication/conversations.ts";
import { emails } from "#features/email/emails.ts";
import { joinWords } from "../format-answer.ts";
import type { Answer, Turn } from "../intent.ts";

/** The address of a person given by name or address, from contacts and the people in one's mail. */
export async function resolveAddress(
  turn: Turn,
  person: string,
): Promise<{ address: string } | { answer: Answer }> {
  if (/^\S[^\s@]*@\S[^\s.]*\.\S+$/.test(person)) return { address: person };
  const { items } = await turn.use(emails.people, { text: person.slice(0, 100) });
  // 'Tom' is in 'tomorrow' too: those who have the word as a name are meant before others.
  const named = items.filter(({ line }) => hasWords(line, person));
  const lines = (named.length > 0 ? named : items).map(({ line }) => line);
  const addresses = [...new Set(lines.map((line) => /<([^<>]+)>\s*$/.exec(line)?.[1] ?? line))];
  const [only, second] = addresses;
  if (!only)
    return {
      answer: {
        text: `I know no address of '${person}'. Add a contact, or say the address itself.`,
        isQuestion: true,
      },
    };
  if (second)
    return {
      answer: {
        text: `Which address of '${person}' is meant: ${joinWords(addresses.slice(0, 4))}?`,
        isQuestion: true,
      },
    };
  return { address: only };
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const hasWords = (line: string, person: string): boolean =>
  wordsIn(person).every((word) => wordsIn(line).includes(word));

/** The account of a person in this instance whom the user may write to. */
export async function memberNamed(
  turn: Turn,
  person: string,
): Promise<{ userId: string; fullName: string } | { answer: Answer }> {
  const { people } = await turn.use(conversations.reachable, { text: person.slice(0, 200), limit: 5 });
  const [only, second] = people;
  if (!only)
    return { answer: { text: `Nobody whom you can write to here is called '${person}'.`, isQuestion: true } };
  if (second)
    return {
      answer: {
        text: `Who is meant: ${joinWords(people.map(({ fullName }) => fullName))}?`,
        isQuestion: true,
      },
    };
  return { userId: only.userId, fullName: only.fullName };
}
