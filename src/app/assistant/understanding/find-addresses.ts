import { members } from "#features/team/members.ts";
import type { Answer, Turn } from "../intent.ts";
import { resolveAddress } from "../lookup/find-person.ts";
import { namesIn } from "./match-words.ts";

type Found = { addresses: string[] } | { answer: Answer };

/** The addresses of 'Ann', 'Bob and Clara': of colleagues by their accounts, of others by contacts and mail. */
export async function addressesOf(turn: Turn, person: string): Promise<Found> {
  const addresses: string[] = [];
  const names = namesIn(person).map((name) => name.replace(/^(?:mr|mrs|ms|dr)\.? /i, "").trim());
  for (const name of names) {
    const colleague = await colleagueNamed(turn, name);
    const one = colleague ? { address: colleague } : await resolveAddress(turn, name);
    if ("answer" in one) return one;
    addresses.push(one.address);
  }
  return { addresses };
}

/** The address of the only colleague with the name; null if there is none, or several. */
async function colleagueNamed(turn: Turn, name: string): Promise<string | null> {
  const { items } = await turn.use(members.list, { search: name.slice(0, 200), limit: 3 });
  const [only, second] = items.filter(
    ({ isMe, fullName }) =>
      !isMe &&
      fullName
        .toLowerCase()
        .split(/\s+/)
        .includes(name.split(" ")[0]?.toLowerCase() ?? ""),
  );
  return only && !second ? only.email : null;
}
