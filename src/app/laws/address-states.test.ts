import { expect, test } from "vitest";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { documents } from "#features/documents/documents.ts";
import { aDocument } from "#features/documents/factory.ts";
import { documents as documentRows } from "#features/documents/tables.ts";
import { deliverDueMail } from "#features/email/delivery/deliver-due-mail.ts";
import { REASONS } from "#features/email/delivery/delivery-reasons.ts";
import { emails } from "#features/email/emails.ts";
import { deliverMail } from "#features/email/jobs.ts";
import { emailConfirmation } from "#features/settings/email-confirmation.ts";
import { invitations } from "#features/team/invitations.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";

// What an address may do and receive in each of its states, one test a cell. That nothing is left out of the table is the
// matter of `address-finders.test.ts`.

const { aUser, as, owner, services } = await testDatabase(async (server) => {
  const pausedJob = { ...deliverMail, run: async () => {} };
  const log = createLog("silent");
  const jobs = await startJobs({ ...server.services, owner: server.connection("owner"), log }, [pausedJob]);
  server.atEnd(() => jobs.stop());
  return { jobs, auth: testAuth(server).auth };
});

const STATES = {
  proven: { state: "proven", reason: "confirmation_mail", loopback: false, counts: true },
  "vouched for": { state: "vouched", reason: "administrator", loopback: false, counts: true },
  "made on a machine that nobody else reaches": {
    ...{ state: "vouched", reason: "loopback", loopback: true, counts: true },
  },
  "made on a machine that others reach by now": {
    ...{ state: "vouched", reason: "loopback", loopback: false, counts: false },
  },
  unproven: { state: "unproven", reason: null, loopback: true, counts: false },
} as const;
type Given = (typeof STATES)[keyof typeof STATES];

/** Eve, whose address is in that state, and Ada, whose address is proven. */
async function people({ state, reason, loopback }: Given): Promise<{ ada: Person; eve: Person }> {
  await services.auth.rememberLoopback(loopback);
  const [ada, eve] = [as(await aUser({ fullName: "Ada" })), as(await aUser({ fullName: "Eve" }))];
  await owner.query("update users set address_state = $2, address_reason = $3 where id = $1", [
    eve.userId,
    state,
    reason,
  ]);
  return { ada, eve };
}

async function mail(from: Person, to: Person) {
  const sent = (await from.invoke(emails.send, {
    subject: "Figures",
    body: "See below.",
    recipients: [to.email],
  })) as { id: string };
  await owner.query("update mail_deliveries set due_at = now() - interval '1 second' where state = 'queued'");
  await deliverDueMail(services);
  const { delivery } = (await from.invoke(emails.get, { id: sent.id })) as {
    delivery: { state: string; reason: string | null };
  };
  const { rows } = await owner.query(
    "select sender_check from emails where user_id = $1 and status = 'received' and not is_system",
    [to.userId],
  );
  return { state: delivery.state, reason: delivery.reason, received: rows.map((row) => row.sender_check) };
}

async function share(from: Person, to: Person): Promise<string[]> {
  const [row] = await from.run(({ db }) =>
    db
      .insert(documentRows)
      .values(aDocument({ userId: from.userId, title: "Lease" }))
      .returning({ id: documentRows.id }),
  );
  await from.invoke(documents.share, { id: row?.id, with: { email: to.email } });
  const { items } = (await to.invoke(documents.list, { show: "withMe" })) as { items: { title: string }[] };
  return items.map(({ title }) => title);
}

const invite = async (from: Person, to: Person) => {
  const { id: workspaceId } = (await from.invoke(workspaces.create, { name: "Leadership" })) as {
    id: string;
  };
  return from.invoke(invitations.create, { workspaceId, email: to.email });
};

async function meet(from: Person, to: Person): Promise<string | null> {
  const { id: contactId } = (await from.invoke(contacts.create, {
    contactName: "By address",
    contactEmail: to.email,
  })) as { id: string };
  const conversation = await from.invoke(conversations.create, { type: "direct", contactId });
  return (conversation as { otherUserId: string | null }).otherUserId;
}

async function write(from: Person, to: Person): Promise<void> {
  const contact = { contactName: "By address", contactEmail: to.email };
  const { id: contactId } = (await from.invoke(contacts.create, contact)) as { id: string };
  const { id } = (await from.invoke(conversations.create, { type: "direct", contactId })) as { id: string };
  await from.invoke(messages.send, { conversationId: id, content: "Are you there?" });
}

type Cell = { act: string; run(given: Given): Promise<void> };

/** What an address in each state may do and receive. */
const CELLS: readonly Cell[] = [
  {
    act: "mail from it",
    run: async (given) => {
      const { ada, eve } = await people(given);
      expect(await mail(eve, ada)).toEqual(
        given.counts
          ? { state: "sent", reason: null, received: ["passed"] }
          : { state: "held", reason: REASONS.ownAddress, received: [] },
      );
    },
  },
  {
    act: "mail to it",
    run: async (given) => {
      const { ada, eve } = await people(given);
      expect(await mail(ada, eve)).toEqual(
        given.counts
          ? { state: "sent", reason: null, received: ["passed"] }
          : { state: "held", reason: REASONS.theirAddress, received: [] },
      );
    },
  },
  {
    act: "a document shared with it",
    run: async (given) => {
      const { ada, eve } = await people(given);
      expect(await share(ada, eve)).toEqual(given.counts ? ["Lease"] : []);
    },
  },
  {
    act: "a document that it shares by address",
    run: async (given) => {
      const { ada, eve } = await people(given);
      expect(await share(eve, ada)).toEqual(given.counts ? ["Lease"] : []);
    },
  },
  {
    act: "an invitation to it",
    run: async (given) => {
      const { ada, eve } = await people(given);
      await invite(ada, eve);
      const { items } = (await eve.invoke(invitations.received)) as { items: unknown[] };
      expect(items).toHaveLength(given.counts ? 1 : 0);
    },
  },
  {
    act: "an invitation by it",
    run: async (given) => {
      const { ada, eve } = await people(given);
      if (given.counts) expect(await invite(eve, ada)).toMatchObject({ invitedEmail: ada.email });
      else await expect(invite(eve, ada)).rejects.toMatchObject({ code: "forbidden" });
    },
  },
  {
    act: "a conversation with it by address",
    run: async (given) => {
      const { ada, eve } = await people(given);
      expect(await meet(ada, eve)).toBe(given.counts ? eve.userId : null);
    },
  },
  {
    act: "a conversation that it begins by address",
    run: async (given) => {
      const { ada, eve } = await people(given);
      expect(await meet(eve, ada)).toBe(given.counts ? ada.userId : null);
    },
  },
];

const table = CELLS.flatMap(({ act, run }) =>
  Object.entries(STATES).map(([state, given]) => ({ act, state, run: () => run(given) })),
);

test.each(table)("$act, where the address is $state", ({ run }) => run());

const NOTHING = { documents: 0, invitations: 0, mails: 0, conversations: 0 };
const waitingFor = async (person: Person) =>
  ((await person.invoke(emailConfirmation.state)) as { waiting: typeof NOTHING }).waiting;

/** Items held for an address are counted for its person, on the page where they look for them. */
const COUNTED: readonly {
  kind: keyof typeof NOTHING;
  from: "ada" | "eve";
  run(from: Person, to: Person): Promise<unknown>;
}[] = [
  { kind: "documents", from: "ada", run: share },
  { kind: "documents", from: "eve", run: share },
  { kind: "invitations", from: "ada", run: invite },
  { kind: "mails", from: "ada", run: mail },
  { kind: "mails", from: "eve", run: mail },
  { kind: "conversations", from: "ada", run: write },
];

test.each(COUNTED)("$kind that wait for Eve's address, from $from, are counted for her", async (each) => {
  const { ada, eve } = await people(STATES.unproven);
  await (each.from === "ada" ? each.run(ada, eve) : each.run(eve, ada));
  expect(await waitingFor(eve)).toEqual({ ...NOTHING, [each.kind]: 1 });
  expect(await waitingFor(ada)).toEqual(NOTHING);
  await services.auth.vouchForAddress(eve.userId, true, await aUser({ roles: ["admin"] }));
  await deliverDueMail(services);
  expect(await waitingFor(eve)).toEqual(NOTHING);
});

test("items that also wait for the other side's address are not counted", async () => {
  const { eve } = await people(STATES.unproven);
  const { eve: mallory } = await people(STATES.unproven);
  await share(mallory, eve);
  await write(mallory, eve);
  expect(await waitingFor(eve)).toEqual(NOTHING);
});

const WAITS: readonly {
  act: string;
  from: "ada" | "eve";
  run(from: Person, to: Person): Promise<unknown>;
}[] = [
  { act: "mail from it", from: "eve", run: mail },
  { act: "mail to it", from: "ada", run: mail },
];

test.each(WAITS)(
  "$act that was held is sent automatically once an administrator vouches",
  async ({ from, run }) => {
    const { ada, eve } = await people(STATES.unproven);
    const admin = await aUser({ roles: ["admin"] });
    const [sender, receiver] = from === "ada" ? [ada, eve] : [eve, ada];
    expect(await run(sender, receiver)).toMatchObject({ state: "held", received: [] });
    await services.auth.vouchForAddress(eve.userId, true, admin);
    await deliverDueMail(services);
    const { rows } = await owner.query(
      "select sender_check from emails where user_id = $1 and status = 'received' and not is_system",
      [receiver.userId],
    );
    expect(rows).toEqual([{ sender_check: "passed" }]);
  },
);

test("a mail server that is set up later proves no address", async () => {
  const { eve } = await people(STATES["made on a machine that nobody else reaches"]);
  await services.auth.rememberLoopback(false);
  const { rows } = await owner.query(
    "select address_state, address_state_now(address_state, address_reason) as now from users where id = $1",
    [eve.userId],
  );
  expect(rows).toEqual([{ address_state: "vouched", now: "unproven" }]);
});
