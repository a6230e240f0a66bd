import type { Hono } from "hono";
import { conversations } from "#features/communication/conversations.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { documents } from "#features/documents/documents.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { Edge } from "#platform/http/edge.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";

export type World = {
  house: TestDatabase;
  /** Every address with a file, for whom `x-person` names. */
  app: Hono<Edge>;
  aPerson(fullName: string, roles?: ("user" | "admin")[]): Promise<Person>;
};

/** What somebody may do because of a grant. */
export type Opened = {
  /** Each throws where it is refused, or answers text without the latest word. */
  tries: Record<string, () => Promise<unknown>>;
  /** Makes a later version of the thing, which holds the word. Null where the grant is an act and shows nothing. */
  change: ((word: string) => Promise<unknown>) | null;
  revoke(): Promise<unknown>;
  /** Who had it, so that everything else that they can ask for is asked as well. */
  holder?: Person;
  /** What a capability or an address may be asked for by, under the names that inputs have. */
  ids?: Record<string, string>;
};

/** A grant and one way in which it ends. `columns` name what says who has it. */
export type Grant = { columns: string[]; make(world: World): Promise<Opened> };

export const idOf = (record: unknown) => (record as { id: string }).id;

/** A document of this person's as a file with this text, by the address that people use. */
export async function upload({ app }: World, owner: Person, text: string, id?: string): Promise<string> {
  const body = new FormData();
  body.append("title", "Lease");
  body.append("file", new Blob([text]), "lease.txt");
  const path = id ? `/files/documents/${id}/versions` : "/files/documents";
  const answer = await app.request(path, { method: "POST", body, headers: { "x-person": owner.userId } });
  if (answer.status === 404) throw notFound("Document");
  if (!answer.ok) throw new Error(`The upload was refused: ${await answer.text()}`);
  return idOf(await answer.json());
}

/** The text of an address with a file; throws where it is refused. */
export async function open({ app }: World, path: string, person?: Person): Promise<string> {
  const answer = await app.request(path, person ? { headers: { "x-person": person.userId } } : {});
  if (answer.status >= 500) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  if (!answer.ok) throw notFound("File");
  return answer.text();
}

/** Adds a later version: other bytes and another title. */
export const changeDocument = (world: World, owner: Person, id: string) => async (word: string) => {
  await upload(world, owner, `The text says ${word}`, id);
  const { version } = (await owner.invoke(documents.get, { id })) as { version: number };
  await owner.invoke(documents.update, { id, title: `Lease ${word}`, version });
};

export async function aWorkspace(
  { house }: Pick<World, "house">,
  admin: Person,
  ...people: Person[]
): Promise<string> {
  const id = idOf(await admin.invoke(workspaces.create, { name: "Leadership" }));
  for (const { userId } of people)
    await house.owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
      id,
      userId,
    ]);
  return id;
}

export async function renameWorkspace(admin: Person, id: string, word: string): Promise<void> {
  const { version } = (await admin.invoke(workspaces.get, { id })) as { version: number };
  await admin.invoke(workspaces.update, { id, version, name: `Leadership ${word}` });
}

export async function aGroup(creator: Person, ...people: Person[]): Promise<string> {
  for (const { fullName, email } of people)
    await creator.invoke(contacts.create, { contactName: fullName, contactEmail: email });
  const userIds = people.map(({ userId }) => userId);
  const id = idOf(await creator.invoke(conversations.create, { type: "group", title: "Board", userIds }));
  return id;
}
