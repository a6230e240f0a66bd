import { apiKeys } from "#features/settings/api-keys.ts";
import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { Id } from "#platform/capability/wire.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";

type MakeRecord = (owner: Person, house: TestDatabase, verb: string) => Promise<string>;

/** How the laws make a record that belongs to a person, by resource; `verb` is what will be tried on it. */
export const ownedRecords: Record<string, MakeRecord> = {
  apiKeys: async (owner) => idOf(await owner.invoke(apiKeys.create, { name: "Agent", scopes: ["read"] })),
  projects: async (owner) => idOf(await owner.invoke(projects.create, { name: "Annual report" })),
  tasks: async (owner, _house, verb) => {
    const id = idOf(await owner.invoke(tasks.create, { title: "Prepare the board deck" }));
    if (verb === "trash") await owner.invoke(tasks.delete, { id });
    return id;
  },
  sessions: async ({ userId }, house) => {
    const { rows } = await house.owner.query(
      `insert into sessions (user_id, token_hash, expires_at)
       values ($1, gen_random_uuid()::text, now() + interval '1 day') returning id`,
      [userId],
    );
    return rows[0].id;
  },
};

/** The id in what `create` answered. */
const idOf = (record: unknown) => Id.parse((record as { id: unknown }).id);
