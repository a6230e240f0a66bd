import { apiKeys } from "#features/settings/api-keys.ts";
import { Id } from "#platform/capability/wire.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";

type MakeRecord = (owner: Person, house: TestDatabase, verb: string) => Promise<string>;

/** How the laws make a record that belongs to a person, by resource; `verb` is what will be tried on it. */
export const ownedRecords: Record<string, MakeRecord> = {
  apiKeys: async (owner) => idOf(await owner.invoke(apiKeys.create, { name: "Agent", scopes: ["read"] })),
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
