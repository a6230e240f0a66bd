import { expect, test } from "vitest";
import { deliverDueMail } from "#features/email/delivery/deliver-due-mail.ts";
import { emails } from "#features/email/emails.ts";
import type { EmailOnWire } from "#features/email/model.ts";
import { email } from "#features/email/slice.ts";
import { invitations } from "#features/team/invitations.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { tokenHash } from "#platform/auth/credentials/token.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";

// Mail that waited for an address arrives as soon as the address counts. The minutely run is left out: what arrives
// here arrives by the fact alone.

const caller = { address: null, credentials: null };
const server = await testDatabase(async ({ connection, services, atEnd }) => {
  const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
  const definitions = (email.jobs ?? []).map(({ cron: _, ...job }) => job);
  const jobs = await startJobs(parts, definitions);
  atEnd(() => jobs.stop());
  return { jobs };
});
const { services, owner } = server;
const { auth, sent } = testAuth(server, {}, undefined, () => true);
services.auth = auth;
const admin = await server.aUser({ roles: ["admin"] });
const ada = server.as(await server.aUser({ fullName: "Ada" }));

const linkTo = (person: Person) => {
  const mails = sent.filter(({ userId, body }) => userId === person.userId && body.includes("#"));
  return /#\w+=([\w-]+)/.exec(mails.at(-1)?.body ?? "")?.[1] ?? "";
};

const WAYS: Record<string, (eve: Person) => Promise<unknown>> = {
  "an administrator vouches": (eve) => auth.vouchForAddress(eve.userId, true, admin),
  "the confirmation link is opened": async (eve) => {
    await auth.requestEmailConfirmation(eve, caller);
    await auth.confirmEmail(linkTo(eve));
  },
  "the link for a new password is opened": async (eve) => {
    await auth.requestPasswordReset(eve.email, caller);
    await auth.finishPendingWork();
    await auth.resetPassword({ token: linkTo(eve), password: "difference engine" });
  },
  "the link of a mailed invitation is opened": async (eve) => {
    const { id: workspaceId } = (await ada.invoke(workspaces.create, { name: "Board" })) as { id: string };
    const { id } = (await ada.invoke(invitations.create, { workspaceId, email: eve.email })) as {
      id: string;
    };
    const token = "t".repeat(43);
    await owner.query("update team_invitations set mailed_token_hash = $2 where id = $1", [
      id,
      tokenHash(token),
    ]);
    await eve.invoke(invitations.accept, { token });
  },
};

test.each(Object.entries(WAYS))(
  "mail to Eve and from Eve that was held arrives when %s",
  async (_, prove) => {
    const eve = server.as(await server.aUser({ fullName: "Eve" }));
    await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
      eve.userId,
    ]);
    await send(ada, eve);
    await send(eve, ada);
    await deliverDueMail(services);
    // The runs that sending scheduled are over by the time an address is proven.
    await owner.query("delete from jobs.job where name = 'email.deliver'");
    expect([await received(eve, ada), await received(ada, eve)]).toEqual([0, 0]);
    await prove(eve);
    await expect.poll(() => received(eve, ada), { timeout: 40_000 }).toBe(1);
    await expect.poll(() => received(ada, eve), { timeout: 40_000 }).toBe(1);
  },
);

async function send(from: Person, to: Person): Promise<void> {
  const mail = { subject: "Figures", body: "See below.", recipients: [to.email] };
  const { id } = (await from.invoke(emails.send, mail)) as { id: string };
  await owner.query("update mail_deliveries set due_at = now() - interval '1 second' where email_id = $1", [
    id,
  ]);
}

async function received(person: Person, from: Person): Promise<number> {
  const { items } = (await person.invoke(emails.list, { status: "received" })) as { items: EmailOnWire[] };
  return items.filter(({ sender }) => sender?.includes(from.email)).length;
}
