import { beforeEach, expect, test } from "vitest";
import { contactCards } from "#features/contacts/contact-cards.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { pictures } from "#features/contacts/pictures/pictures.ts";
import { profile } from "#features/settings/profile.ts";
import { findPicture } from "#features/settings/profile-picture.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { withoutRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import { aJpeg, pngHeader } from "#platform/testing/pictures.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";

const server = await testDatabase();
const { aUser, as, owner } = server;

let ada: Person;
let bob: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
  bob = as(await aUser({ fullName: "Bob Carter" }));
});

type Listed = { items: { userId: string | null; emails: string[]; address: string }[] };
const SQUARE = aJpeg({ width: 256, height: 256 });
const ids = (address: string | null) => address?.split("/").at(-1) ?? "";

const set = async (person: Person, picture: string | null = SQUARE.toString("base64")) =>
  ((await person.invoke(profile.setPicture, { picture })) as { avatarUrl: string | null }).avatarUrl;
const seenBy = async (person: Person) => ((await person.invoke(pictures.list)) as Listed).items;
const opened = (person: Person, address: string | null) =>
  person.run((context) => findPicture(context, ids(address)));

async function share(creator: Person, { userId }: Person) {
  const { id } = (await creator.invoke(workspaces.create, { name: "Leadership" })) as { id: string };
  await owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [id, userId]);
  return id;
}

test("DATA-02: a picture has a new address whenever it is set, and none when it is removed", async () => {
  const first = await set(ada);
  expect(first).toMatch(/^\/files\/pictures\/[0-9a-f-]{36}$/);
  expect(Buffer.compare((await opened(ada, first)).bytes, SQUARE)).toBe(0);
  const second = await set(ada);
  expect(second).not.toBe(first);
  await expect(opened(ada, first)).rejects.toMatchObject({ code: "not_found" });
  expect(await ada.invoke(profile.get)).toMatchObject({ avatarUrl: second });
  expect(await set(ada, null)).toBeNull();
  await expect(opened(ada, second)).rejects.toMatchObject({ code: "not_found" });
  expect(await seenBy(ada)).toEqual([]);
});

test("D1: a picture is seen by those who share a workspace, and no longer when they left it", async () => {
  const address = await set(ada);
  expect(await seenBy(bob)).toEqual([]);
  await expect(opened(bob, address)).rejects.toMatchObject({ code: "not_found" });
  const workspaceId = await share(ada, bob);
  expect(await seenBy(bob)).toEqual([{ userId: ada.userId, emails: [ada.email], address }]);
  expect((await opened(bob, address)).type).toBe("image/jpeg");
  await owner.query(
    "update workspace_members set state = 'removed' where workspace_id = $1 and user_id = $2",
    [workspaceId, bob.userId],
  );
  expect(await seenBy(bob)).toEqual([]);
  await expect(opened(bob, address)).rejects.toMatchObject({ code: "not_found" });
});

test("D1: who knows an address sees no picture; who have each other as contacts do", async () => {
  const address = await set(ada);
  await bob.invoke(contacts.create, { contactName: "Ada", contactEmail: ada.email });
  expect(await seenBy(bob)).toEqual([]);
  await ada.invoke(contacts.create, { contactName: "Bob", contactEmail: bob.email });
  expect(await seenBy(bob)).toMatchObject([{ address }]);
});

test("D1: a picture is listed under its person's address only while that address counts", async () => {
  const address = await set(ada);
  await share(ada, bob);
  await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
    ada.userId,
  ]);
  expect(await seenBy(bob)).toEqual([{ userId: ada.userId, emails: [], address }]);
});

test("D1: the query and the policy each refuse a stranger alone", async () => {
  const address = await set(ada);
  await withoutRowLevelSecurity(owner, async () => {
    await expect(opened(bob, address)).rejects.toMatchObject({ code: "not_found" });
  });
  const { rows } = await bob.run(({ db }) => db.execute("select id from profile_pictures"));
  expect(rows).toEqual([]);
  await share(ada, bob);
  const change = await bob.run(({ db }) => db.execute("delete from profile_pictures"));
  expect(change.rowCount).toBe(0);
  expect((await opened(ada, address)).type).toBe("image/jpeg");
});

test("the photo of a contact is listed with all its addresses, for its owner only", async () => {
  const photo = aJpeg({ width: 8, height: 8 }).toString("base64");
  const card = ["VERSION:4.0", "FN:Clara", "EMAIL:clara@a.example", "EMAIL:Clara@b.example"];
  const lines = ["BEGIN:VCARD", ...card, `PHOTO:data:image/jpeg;base64,${photo}`, "END:VCARD", ""];
  await ada.invoke(contactCards.import, { text: lines.join("\r\n") });
  expect(await seenBy(ada)).toEqual([
    {
      userId: null,
      emails: ["clara@a.example", "Clara@b.example"],
      address: expect.stringMatching(/^\/files\/contacts\/.+\/photo\?v=[0-9a-f]{16}$/),
    },
  ]);
  expect(await seenBy(bob)).toEqual([]);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const large = aJpeg({ width: 513, height: 8 });
const REFUSED: Record<string, Buffer> = {
  "an SVG": Buffer.from(svg),
  "a GIF": Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;", "latin1"),
  "a text": Buffer.from("Hello"),
  "more pixels than are shown": large,
  "a header that claims gigapixels": aJpeg({ width: 8, height: 8 }, { width: 60_000, height: 60_000 }),
  "a picture without its end": SQUARE.subarray(0, SQUARE.length - 2),
  "a picture with a page behind it": Buffer.concat([SQUARE, Buffer.from(svg)]),
  "a header without a picture": pngHeader({ width: 8, height: 8 }),
  "no pixels": aJpeg({ width: 8, height: 8 }, { width: 0, height: 0 }),
  "what is not square": aJpeg({ width: 16, height: 8 }),
};
test.for(Object.entries(REFUSED))("%s is refused, and the picture before stays", async ([, bytes]) => {
  const before = await set(ada);
  const change = ada.invoke(profile.setPicture, { picture: bytes.toString("base64") });
  await expect(change).rejects.toMatchObject({
    code: "invalid",
    details: { fields: { picture: expect.any(String) } },
  });
  expect(await ada.invoke(profile.get)).toMatchObject({ avatarUrl: before });
});

test("more bytes than a picture needs, and what is not base64, are refused before they are decoded", async () => {
  for (const picture of ["A".repeat(400_000), "not base64!", ""])
    await expect(ada.invoke(profile.setPicture, { picture })).rejects.toMatchObject({ code: "invalid" });
});
