import { expect, test } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { purgeTrash } from "./jobs.ts";

const { aUser, as, owner, services } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada Lovelace" }));

test("contacts deleted more than 30 days ago are purged", async () => {
  const add = async (contactName: string) =>
    (await ada.invoke(contacts.create, { contactName })) as { id: string };
  const [, dora, emil] = [await add("Clara"), await add("Dora"), await add("Emil")];
  for (const { id } of [dora, emil]) await ada.invoke(contacts.delete, { id });
  await owner.query("update contacts set deleted_at = now() - interval '31 days' where id = $1", [dora.id]);
  await purgeTrash.run(services, {});
  const { rows } = await owner.query(
    "select contact_name from contacts where user_id = $1 order by contact_name",
    [ada.userId],
  );
  expect(rows).toEqual([{ contact_name: "Clara" }, { contact_name: "Emil" }]);
});
