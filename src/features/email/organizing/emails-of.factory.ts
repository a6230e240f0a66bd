import { expect } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { anEmail } from "../factory.ts";
import type { EmailOnWire } from "../model.ts";
import { emails as rows } from "../tables.ts";

export type NewEmail = Partial<typeof rows.$inferInsert>;

export async function mailOf(person: Person, ...mails: NewEmail[]): Promise<string[]> {
  const { userId } = person;
  const made = await person.run(({ db }) =>
    db
      .insert(rows)
      .values(mails.map((mail) => anEmail({ userId, ...mail })))
      .returning({ id: rows.id }),
  );
  return made.map(({ id }) => id);
}

/** What one person does with mail, unless another is named. */
export const mailCalls = (ada: Person) => ({
  aMail: async (mail: NewEmail = {}, person = ada) => (await mailOf(person, mail))[0] ?? "",
  get: async (id: string, person = ada) => (await person.invoke(emails.get, { id })) as EmailOnWire,
});

export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
export const errorOf = (code: string) => expect.objectContaining({ code });
