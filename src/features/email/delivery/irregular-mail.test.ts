import { text } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { fetchSource } from "../reading/fetch-source.ts";
import { mailSyncInstance, makeDeliveriesDue, syncingPeople, until } from "../sync/mail-sync.factory.ts";
import { deliverDueMail } from "./deliver-due-mail.ts";

// Mail as other programs write it, through a real Dovecot and Postfix, and the answers to it.

const instance = await mailSyncInstance();
const { server, app } = instance;
const { nextPerson, aMessage, saveMail, connect, list, ready, send, open } = syncingPeople(instance, [
  "kim",
  "lea",
]);
let person: Person;
let user: string;
beforeEach(async () => {
  ({ person, user } = await nextPerson());
});

const sourceOf = async (id: string) => text((await fetchSource(app.services, person.userId, id)).content);

async function deliver(): Promise<void> {
  await makeDeliveriesDue(instance);
  await deliverDueMail(app.services);
}

test.each([
  ["<no brackets needed@lattice.test>", "References: <before me@lattice.test> <x>"],
  ["sent-by-a-printer 7", "References: 1@lattice.test, 2@lattice.test"],
])("an answer to the message %s quotes its ids as they are, and its source opens", async (id, references) => {
  const subject = "Figures";
  const message = aMessage(subject, [references]).replace(/^Message-ID: .*$/m, `Message-ID: ${id}`);
  await saveMail(message.replace(/^From: .*$/m, 'From: "Voss, Clara (Sales)" <"bea"@aldermoor.net>'));
  await connect();
  await ready();
  const [received] = await list();
  expect(received?.sender).toBe('"Voss, Clara (Sales)" <bea@aldermoor.net>');
  const start = (await person.invoke(emails.startReply, { id: received?.id })) as { recipients: string[] };
  const { recipients } = start;
  const answer = await send({ subject: "Re: Figures", recipients, inReplyTo: received?.id });
  expect(answer.recipients).toEqual(['"Voss, Clara (Sales)" <bea@aldermoor.net>']);
  const before = await sourceOf(answer.id);
  expect(before).toContain(`In-Reply-To: ${id}\r\n`);
  await deliver();
  expect((await open(answer.id)).deliveredTo.map(({ state }) => state)).toEqual(["sent"]);
  // Postfix has accepted it; the mailbox gets it a moment later.
  const arrived = await until(async () =>
    (await server.messagesOf("bea")).find((text) => text.includes(`In-Reply-To: ${id}\n`)),
  );
  expect(arrived).toContain('To: "Voss, Clara (Sales)" <bea@aldermoor.net>');
  expect(arrived).toContain(`From: ${user} <${user}@aldermoor.net>`);
  expect(arrived).not.toMatch(/^Reply-To/m);
  const ids = /^References: (.*(?:\n .*)*)/m.exec(arrived)?.[1]?.split("\n ");
  expect(ids?.at(-1)).toBe(id);
  expect(ids?.slice(0, 2)).toEqual(references.slice("References: ".length).split(/, | (?=<)/));
  await until(async () =>
    (await server.doveadm("fetch", "-u", user, "hdr", "mailbox", "Sent", "all")).includes(id),
  );
  expect(await sourceOf(answer.id)).toContain(`In-Reply-To: ${id}`);
});
