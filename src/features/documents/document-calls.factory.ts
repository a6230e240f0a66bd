import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { documents } from "./documents.ts";
import { aDocument } from "./factory.ts";
import type { DocumentOnWire } from "./model.ts";
import { documents as documentRows } from "./tables.ts";

/** An instance that removes files in the background, as the server does. */
export const documentInstance = () =>
  testDatabase(async ({ connection, services, atEnd }) => {
    const jobs = await startJobs({ ...services, owner: connection("owner"), log: createLog("silent") }, [
      removeFiles,
    ]);
    atEnd(() => jobs.stop());
    return { jobs };
  });

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

export type Fields = Partial<Parameters<typeof aDocument>[0]>;

export async function insertDocuments(person: Person, ...all: Fields[]): Promise<string[]> {
  const { userId } = person;
  const rows = await person.run(({ db }) =>
    db
      .insert(documentRows)
      .values(all.map((fields) => aDocument({ userId, ...fields })))
      .returning({ id: documentRows.id }),
  );
  return rows.map(({ id }) => id);
}

export const read = async (person: Person, input: object = {}) =>
  (await person.invoke(documents.list, input)) as { items: DocumentOnWire[]; nextCursor: string | null };
export const titles = async (person: Person, input: object = {}) =>
  (await read(person, input)).items.map(({ title }) => title);
export const get = (person: Person, id: string) =>
  person.invoke(documents.get, { id }) as Promise<DocumentOnWire>;
