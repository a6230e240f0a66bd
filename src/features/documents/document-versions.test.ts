import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { aForm, documentRequests, documentRoutesInstance, refusal } from "./document-routes.factory.ts";
import { documents } from "./documents.ts";
import { aFile, aLockedPdf } from "./factory.ts";
import type { DocumentOnWire } from "./model.ts";

const { instance, meet, storedKeys, address } = await documentRoutesInstance();
const { upload, download } = documentRequests(address);

let ada: Person;
let bob: Person;
beforeEach(async () => {
  ({ ada, bob } = await meet());
});

test("a new file replaces the old one, which can be viewed, restored and erased together with its bytes", async () => {
  const before = (await storedKeys()).length;
  const { id } = await upload(ada, aFile[".txt"], "lease.txt", { title: "Lease" });
  const sendVersion = (person: Person, bytes: Buffer, name: string) =>
    fetch(`${address}/files/documents/${id}/versions`, {
      method: "POST",
      headers: { "x-person": person.userId },
      body: aForm(new Uint8Array(bytes), name, {}),
    });
  expect((await sendVersion(bob, aFile[".pdf"], "lease.pdf")).status).toBe(404);
  expect((await refusal(await sendVersion(ada, aFile[".txt"], "same.txt"))).message).toContain("already");
  expect((await sendVersion(ada, aLockedPdf, "locked.pdf")).status).toBe(400);
  expect((await storedKeys()).length).toBe(before + 1);
  const second = await (await sendVersion(ada, aFile[".pdf"], "lease.pdf")).json();
  expect(second).toMatchObject({ id, title: "Lease", fileName: "lease.pdf", fileVersion: 2 });
  const versions = async () =>
    (await ada.invoke(documents.versions, { id })) as { versions: { id: string; number: number }[] };
  const [first] = (await versions()).versions;
  expect(await versions()).toMatchObject({
    current: { number: 2 },
    versions: [{ number: 1, fileName: "lease.txt" }],
  });
  const old = (person: Person) => download(person, `${id}/versions/${first?.id}`);
  expect(await (await old(ada)).text()).toBe(aFile[".txt"].toString());
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  expect((await old(bob)).status).toBe(404);
  expect(await ada.invoke(documents.stats)).toMatchObject({
    usedBytes: aFile[".txt"].length + aFile[".pdf"].length,
  });
  const asked = { id, versionId: first?.id };
  expect(await ada.invoke(documents.restoreVersion, asked)).toMatchObject({
    fileName: "lease.txt",
    fileVersion: 1,
  });
  expect(await (await download(bob, id)).text()).toBe(aFile[".txt"].toString());
  await undoLastAction(instance, ada, documents);
  expect(await versions()).toMatchObject({ current: { number: 2 }, versions: [{ number: 1 }] });
  await expect
    .poll(async () => ((await ada.invoke(documents.get, { id })) as DocumentOnWire).readState, {
      timeout: 40_000,
    })
    .toBe("read");
  await ada.invoke(documents.eraseVersion, asked);
  await expect.poll(async () => (await storedKeys()).length, { timeout: 40_000 }).toBe(before + 1);
  expect((await old(ada)).status).toBe(404);
});

test("erasing a document erases its earlier versions", async () => {
  const before = (await storedKeys()).length;
  const { id } = await upload(ada, aFile[".txt"], "lease.txt");
  const body = aForm(new Uint8Array(aFile[".pdf"]), "lease.pdf", {});
  const headers = { "x-person": ada.userId };
  await fetch(`${address}/files/documents/${id}/versions`, { method: "POST", headers, body });
  expect((await storedKeys()).length).toBe(before + 2);
  await ada.invoke(documents.delete, { id });
  await ada.invoke(documents.erase, { id });
  await expect.poll(async () => (await storedKeys()).length, { timeout: 40_000 }).toBe(before);
});
