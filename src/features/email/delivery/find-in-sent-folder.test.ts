import { expect, test } from "vitest";
import { mailSyncInstance, syncingPeople } from "../sync/mail-sync.factory.ts";
import { wasSentBefore } from "./find-in-sent-folder.ts";

const instance = await mailSyncInstance();
const { app } = instance;
const { nextPerson, aMessage, saveMail, connect, ready } = syncingPeople(instance, ["ada"]);

test("a message is in the Sent folder, is not, or cannot be looked up: then nobody may send it again", async () => {
  const { person } = await nextPerson();
  await saveMail(aMessage("Figures"), "Sent");
  const accountId = await connect();
  await ready();
  const search = (messageId: string) =>
    wasSentBefore(app.services, { userId: person.userId, accountId, messageId });
  expect(await search("<Figures@lattice.test>")).toBe(true);
  expect(await search("<Agenda@lattice.test>")).toBe(false);
  // As right after another program has renamed the folder, before the sync lists the folders again.
  await app.owner.query("update mailboxes set path = 'Gone' where user_id = $1 and role = 'sent'", [
    person.userId,
  ]);
  await expect(search("<Figures@lattice.test>")).rejects.toMatchObject({
    name: "ImapFailure",
    isTemporary: true,
    message: "The server did not open the folder 'Gone'.",
  });
});
