import { expect, test } from "vitest";
import { tableScansOf } from "#platform/testing/plan-of.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { ListContacts, selectContacts } from "./read-contacts.ts";

// Ada has 5,000 of 20,000 contacts.

const { aUser, as, owner } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada" }));
const people = await Promise.all(Array.from({ length: 3 }, (_, n) => aUser({ fullName: `Person ${n}` })));
const ids = [ada.userId, ...people.map(({ userId }) => userId)];
await owner.query(
  `insert into contacts (user_id, contact_name, is_favorite)
   select ($1::uuid[])[1 + n % 4], 'Contact ' || n, n % 50 = 0 from generate_series(1, 20000) n`,
  [ids],
);
await owner.query("vacuum analyze contacts");

test("P14: contacts and favourites are read from their indexes", async () => {
  for (const [input, index] of [
    [{}, "contacts_name"],
    [{ isFavorite: true }, "contacts_favorite"],
  ] as const) {
    const scans = await tableScansOf(ada, (context) =>
      selectContacts(context, ListContacts.parse(input)).getSQL(),
    );
    expect(scans.map((scan) => [scan.nodeType, scan.index])).toEqual([["Index Scan", index]]);
    expect(scans[0]?.rows).toBeLessThanOrEqual(51);
  }
});
