import { ownAddresses } from "#features/calendar/invitations/own-addresses.ts";
import { parsePerson } from "#features/email/address-model.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { MAX_PEOPLE, type ProjectPerson } from "./model.ts";
import type { LinkedRecord } from "./read-records.ts";

/**
 * Who is named by the emails and events of a project, those named most often first: without the actor, and without the
 * contacts that were added to it.
 */
export async function listPeople(
  context: SignedIn,
  records: readonly LinkedRecord[],
  contacts: readonly LinkedRecord[],
): Promise<ProjectPerson[]> {
  const lines = records.flatMap(({ people }) => people);
  if (lines.length === 0) return [];
  const own = await ownAddresses(context);
  const added = new Set(contacts.flatMap(({ detail }) => detail?.toLowerCase() ?? []));
  const people = new Map<string, ProjectPerson & { times: number }>();
  for (const { name, address } of lines.map(parsePerson)) {
    const key = address.toLowerCase();
    if (!key.includes("@") || own.has(key) || added.has(key)) continue;
    const known = people.get(key);
    people.set(key, {
      name: known?.name || name,
      address: known?.address ?? address,
      times: (known?.times ?? 0) + 1,
    });
  }
  return [...people.values()]
    .sort((one, other) => other.times - one.times || (one.address < other.address ? -1 : 1))
    .slice(0, MAX_PEOPLE)
    .map(({ name, address }) => ({ name: name || address, address }));
}
