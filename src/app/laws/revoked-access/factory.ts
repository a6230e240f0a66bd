import type { Hono } from "hono";
import { conversations } from "#features/communication/conversations.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { documents } from "#features/documents/documents.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { Edge } from "#platform/http/edge.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";

export type AccessSetup = {
  server: TestDatabase;
  /** Every address with a file, for the user in the header `x-person`. */
  app: Hono<Edge>;
  aPerson(fullName: string, roles?: ("user" | "admin")[]): Promise<Person>;
};

/** What somebody may do because of a grant. */
export type Opened = {
  /** Each throws where it is refused, or answers text without the latest word. */
  tries: Record<string, () => Promise<unknown>>;
  /** Creates a later version that contains the word. Null if the grant allows an act and shows nothing. */
  change: ((word: string) => Promise<unknown>) | null;
  revoke(): Promise<unknown>;
  /** The former holder: everything else that they can request is tried too. */
  holder?: Person;
  /** Ids to pass to capabilities and addresses, by input field name. */
  ids?: Record<string, string>;
};

/** A grant and one way of ending it. `columns` are the columns that decide who has it. */
export type Grant = { columns: string[]; make(setup: AccessSetup): Promise<Opened> };

export const idOf = (record: unknown) => (record as { id: string }).id;

/** Uploads a text file as a document of this person, through the same address as the page. */
export async function upload(
  { app }: AccessSetup,
  owner: Person,
  text: string,
  id?: string,
): Promise<string> {
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
export async function open({ app }: AccessSetup, path: string, person?: Person): Promise<string> {
  const answer = await app.request(path, person ? { headers: { "x-person": person.userId } } : {});
  if (answer.status >= 500) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  if (!answer.ok) throw notFound("File");
  return answer.text();
}

/** Adds a later version: other bytes and another title. */
export const changeDocument = (setup: AccessSetup, owner: Person, id: string) => async (word: string) => {
  await upload(setup, owner, `The text says ${word}`, id);
  const { version } = (await owner.invoke(documents.get, { id })) as { version: number };
  await owner.invoke(documents.update, { id, title: `Lease ${word}`, version });
};

export async function aWorkspace(
  { server }: Pick<AccessSetup, "server">,
  admin: Person,
  ...people: Person[]
): Promise<string> {
  const id = idOf(await admin.invoke(workspaces.create, { name: "Leadership" }));
  for (const { userId } of people)
    await server.owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
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
