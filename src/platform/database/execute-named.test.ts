import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { executeNamed } from "./execute-named.ts";

const { aUser, as } = await testDatabase();

test("a named statement is prepared with its numbers in the text and each caller's values beside it", async () => {
  const ada = as(await aUser({ fullName: "Ada" }));
  const found = await ada.run(async ({ db }) => {
    const words = async (word: string) =>
      executeNamed<{ word: string }>(
        db,
        "words",
        sql`select ${word}::text as word from generate_series(1, ${3}) limit ${2}`,
      );
    const rows = [...(await words("one")), ...(await words("two"))];
    const { rows: statements } = await db.execute(
      sql`select statement from pg_prepared_statements where name like 'words %'`,
    );
    return { words: rows.map(({ word }) => word), statements };
  });
  expect(found.words).toEqual(["one", "one", "two", "two"]);
  expect(found.statements).toEqual([
    { statement: "select $1::text as word from generate_series(1, 3) limit 2" },
  ]);
});
