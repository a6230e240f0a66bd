import { beforeEach, expect, test } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { sendSystemMail } from "#platform/mail/send-system-mail.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { scriptedSmtp } from "#platform/testing/servers/scripted-server.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { invitations } from "./invitations.ts";
import type { InvitationOnWire, WorkspaceOnWire } from "./model.ts";
import { workspaces } from "./workspaces.ts";

const server = await testDatabase();
const { aUser, as, owner } = server;

let ada: Person;
let bob: Person;
let workspace: WorkspaceOnWire;

type Sent = InvitationOnWire & { link: string; isMailed: boolean };

const invite = (fields: Record<string, unknown> = {}, person = ada) =>
  person.invoke(invitations.create, {
    workspaceId: workspace.id,
    email: bob.email,
    ...fields,
  }) as Promise<Sent>;
const tokenOf = ({ link }: Sent) => link.replace("/invitation#", "");
const accept = (person: Person, input: Record<string, unknown>) => person.invoke(invitations.accept, input);
const open = async () =>
  ((await ada.invoke(invitations.list)) as { items: InvitationOnWire[] }).items.map(
    ({ invitedEmail }) => invitedEmail,
  );
const age = (id: string, interval: string) =>
  owner.query(
    "update team_invitations set sent_at = sent_at - $2::interval, expires_at = expires_at - $2::interval where id = $1",
    [id, interval],
  );

beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
  workspace = (await ada.invoke(workspaces.create, { name: "Leadership" })) as WorkspaceOnWire;
});

test("TEAM-17, TEAM-20, DATA-17: an invitation is for an address and a role, by default team member", async () => {
  const sent = await invite({ welcomeMessage: "Join us", email: `  ${bob.email.toUpperCase()} ` });
  expect(sent).toMatchObject({
    workspaceName: "Leadership",
    invitedBy: ada.userId,
    inviterName: "Ada",
    invitedEmail: bob.email,
    invitedRole: "member",
    welcomeMessage: "Join us",
    isMailed: false,
  });
  expect(sent.link).toMatch(/^\/invitation#[\w-]{43}$/);
  const days = (Date.parse(sent.expiresAt) - Date.parse(sent.sentAt)) / 86_400_000;
  expect(days).toBe(7);
  for (const role of ["admin", "viewer"])
    expect(await invite({ email: `${role}@example.com`, role })).toMatchObject({ invitedRole: role });
});

test("TEAM-16: an invalid address is refused", async () => {
  for (const email of ["", "bob", "bob@", "a b@example.com", "bob@example.com\r\nBcc: x@example.com"])
    await expect(invite({ email })).rejects.toMatchObject({ code: "invalid" });
});

test("D3: the link works once, only for its address, and no usable token is stored", async () => {
  const sent = await invite();
  const token = tokenOf(sent);
  const { rows } = await owner.query(
    "select row_to_json(i)::text as row from team_invitations i where id = $1",
    [sent.id],
  );
  expect(rows[0].row).not.toContain(token);
  const carol = as(await aUser({ fullName: "Carol" }));
  expect(await carol.invoke(invitations.find, { token })).toEqual({
    state: "other_address",
    invitation: null,
  });
  await expect(accept(carol, { token })).rejects.toMatchObject({ code: "forbidden" });
  expect(await bob.invoke(invitations.find, { token })).toMatchObject({
    state: "open",
    invitation: { workspaceName: "Leadership", inviterName: "Ada", invitedRole: "member" },
  });
  expect(await accept(bob, { token })).toEqual({ workspaceId: workspace.id });
  expect(await bob.invoke(workspaces.get, { id: workspace.id })).toMatchObject({
    myRole: "member",
    members: 2,
  });
  await expect(accept(bob, { token })).rejects.toMatchObject({ code: "not_found" });
  expect(await bob.invoke(invitations.find, { token })).toEqual({ state: "unknown", invitation: null });
  expect(await open()).toEqual([]);
});

test("D3: a link that two browsers use at the same time creates one member", async () => {
  const token = tokenOf(await invite());
  const answers = await Promise.allSettled([1, 2, 3, 4].map(() => accept(bob, { token })));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("D3: after seven days link and list no longer accept, and a new invitation replaces the old one", async () => {
  const sent = await invite();
  await age(sent.id, "7 days 1 second");
  expect(await bob.invoke(invitations.received)).toEqual({ items: [] });
  await expect(accept(bob, { token: tokenOf(sent) })).rejects.toMatchObject({ code: "conflict" });
  await expect(accept(bob, { id: sent.id })).rejects.toMatchObject({ code: "conflict" });
  expect((await invite()).id).not.toBe(sent.id);
  expect(await open()).toEqual([bob.email]);
});

test("an unconfirmed address cannot accept in any way until it is confirmed", async () => {
  const sent = await invite();
  await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
    bob.userId,
  ]);
  expect(await bob.invoke(invitations.received)).toEqual({ items: [] });
  expect(await bob.invoke(invitations.find, { token: tokenOf(sent) })).toMatchObject({
    state: "unconfirmed",
  });
  await expect(accept(bob, { token: tokenOf(sent) })).rejects.toMatchObject({ code: "forbidden" });
  await expect(accept(bob, { id: sent.id })).rejects.toMatchObject({ code: "not_found" });
  await owner.query(
    "update users set address_state = 'proven', address_reason = 'confirmation_mail' where id = $1",
    [bob.userId],
  );
  await accept(bob, { token: tokenOf(sent) });
});

test("D3: accepting does not change the account's password, name or roles elsewhere or here", async () => {
  const account = () =>
    owner.query(
      `select u.*, p.full_name, p.role, c.password_hash from users u join profiles p on p.user_id = u.id
         left join credentials c on c.user_id = u.id where u.id = $1`,
      [bob.userId],
    );
  const before = (await account()).rows;
  const sent = await invite({ role: "viewer" });
  await owner.query(
    "insert into workspace_members (workspace_id, user_id, role, state) values ($1, $2, 'admin', 'active')",
    [workspace.id, bob.userId],
  );
  await accept(bob, { id: sent.id });
  expect((await account()).rows).toEqual(before);
  expect(await bob.invoke(workspaces.get, { id: workspace.id })).toMatchObject({ myRole: "admin" });
});

test("a removed member can return by a new invitation, in its role", async () => {
  await accept(bob, { token: tokenOf(await invite({ role: "admin" })) });
  await owner.query("update workspace_members set state = 'removed' where user_id = $1", [bob.userId]);
  await accept(bob, { token: tokenOf(await invite({ role: "viewer" })) });
  expect(await bob.invoke(workspaces.get, { id: workspace.id })).toMatchObject({ myRole: "viewer" });
});

test("one open invitation for each address, none for members, none into an inactive workspace", async () => {
  await invite();
  await expect(invite()).rejects.toMatchObject({ code: "conflict" });
  await expect(invite({ email: ada.email })).rejects.toMatchObject({ code: "conflict" });
  await ada.invoke(workspaces.deactivate, { id: workspace.id });
  await expect(invite({ email: "carol@example.com" })).rejects.toMatchObject({ code: "conflict" });
});

test("a new link replaces the old one, and cannot be created again within a minute", async () => {
  const sent = await invite();
  await expect(ada.invoke(invitations.resend, { id: sent.id })).rejects.toMatchObject({
    code: "rate_limited",
    details: { retryAfter: expect.any(Number) },
  });
  await age(sent.id, "61 seconds");
  const again = (await ada.invoke(invitations.resend, { id: sent.id })) as Sent;
  await expect(accept(bob, { token: tokenOf(sent) })).rejects.toMatchObject({ code: "not_found" });
  await accept(bob, { token: tokenOf(again) });
});

test("an invitation can be revoked, also by undo, and declined by the invitee", async () => {
  const sent = await invite();
  await undoLastAction(server, ada, invitations);
  await expect(accept(bob, { token: tokenOf(sent) })).rejects.toMatchObject({ code: "not_found" });
  const second = await invite();
  await ada.invoke(invitations.revoke, { id: second.id });
  expect(await open()).toEqual([]);
  const third = await invite();
  await bob.invoke(invitations.decline, { id: third.id });
  expect(await open()).toEqual([]);
  await expect(accept(bob, { id: third.id })).rejects.toMatchObject({ code: "not_found" });
});

test("§6: fifty invitations per workspace and day, including revoked ones; the fifty-first is refused", async () => {
  const first = await invite();
  await ada.invoke(invitations.revoke, { id: first.id });
  await owner.query("update team_invitations set send_count = 49 where id = $1", [first.id]);
  const answers = await Promise.allSettled([
    invite({ email: "c@example.com" }),
    invite({ email: "d@example.com" }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(invite({ email: "e@example.com" })).rejects.toMatchObject({
    code: "rate_limited",
    details: { retryAfter: expect.any(Number) },
  });
  await age(first.id, "1 day 1 second");
  await invite({ email: "e@example.com" });
});

test("creating more workspaces does not raise the limit of 200 invitations a day", async () => {
  const { id } = await invite();
  await owner.query("update team_invitations set send_count = 199 where id = $1", [id]);
  const newWorkspaceId = async () =>
    ((await ada.invoke(workspaces.create, { name: "Next" })) as WorkspaceOnWire).id;
  await invite({ workspaceId: await newWorkspaceId(), email: "c@example.com" });
  const more = invite({ workspaceId: await newWorkspaceId(), email: "d@example.com" });
  await expect(more).rejects.toMatchObject({ code: "rate_limited" });
});

test("an invitee with an account is informed in the app: in the mailbox, by a notification, and on the Team page", async () => {
  await invite({ welcomeMessage: "Join us" });
  const { rows: mailbox } = await owner.query(
    "select subject, body, sender, status, is_system from emails where user_id = $1",
    [bob.userId],
  );
  expect(mailbox).toMatchObject([
    { subject: "Ada invites you to 'Leadership'", sender: "Adjutant", status: "received", is_system: true },
  ]);
  expect(mailbox[0].body).toContain("Join us");
  const { rows: notices } = await owner.query(
    "select title, type, href from smart_notifications where user_id = $1",
    [bob.userId],
  );
  expect(notices).toEqual([{ title: "Invitation to 'Leadership'", type: "invitation", href: "/team" }]);
  expect(await bob.invoke(invitations.received)).toMatchObject({
    items: [{ workspaceName: "Leadership", inviterName: "Ada", welcomeMessage: "Join us" }],
  });
});

test("an invitation without a word of welcome has no gap where it would stand", async () => {
  await invite();
  const { rows } = await owner.query("select body from emails where user_id = $1", [bob.userId]);
  expect(rows[0].body).toMatch(/as [\w ]+\.\n\nOpen Team/);
});

test("no response reveals whether an address has an account", async () => {
  const [known, unknown] = [await invite(), await invite({ email: "nobody@example.com" })];
  expect(Object.keys(known).sort()).toEqual(Object.keys(unknown).sort());
  expect(known.isMailed).toBe(unknown.isMailed);
});

test("with a mail server the link is sent by mail, encrypted until then; never to addresses that cannot exist", async () => {
  const { systemSettings } = server.services;
  const smtp = await scriptedSmtp();
  const fields = { smtpHost: "127.0.0.1", smtpPort: smtp.port, smtpSecure: false };
  const known = { smtpFromEmail: "desk@example.com", appUrl: "https://desk.example.org" };
  const admin = as(await aUser({ roles: ["admin"] }));
  const { version } = systemSettings.current;
  await systemSettings.save(admin, { version, fields: { ...fields, ...known }, secrets: {} });
  const worker = {
    ...server.services,
    mail: createMail({ outbound: createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"] }) }),
  };
  const log = createLog("silent");
  const jobs = await startJobs({ ...worker, owner: server.connection("owner"), log }, [sendSystemMail]);
  server.atEnd(() => jobs.stop());
  server.services.jobs = jobs;
  await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
    ada.userId,
  ]);
  await expect(invite()).rejects.toThrow("Please confirm your email address first");
  await owner.query(
    "update users set address_state = 'proven', address_reason = 'confirmation_mail' where id = $1",
    [ada.userId],
  );
  const sent = await invite({ welcomeMessage: "Join us" });
  expect(sent.isMailed).toBe(true);
  expect(await invite({ email: "maya@aldermoor.example" })).toMatchObject({ isMailed: false });
  const { rows } = await owner.query("select data::text from jobs.job where name = 'mail.send-system-mail'");
  expect(rows).toHaveLength(1);
  expect(rows[0].data).not.toContain(tokenOf(sent));
  await expect.poll(() => smtp.lines.includes(".")).toBe(true);
  expect(smtp.lines).toContain(`RCPT TO:<${bob.email}>`);
  const text = smtp.lines
    .join("")
    .replaceAll("=3D", "=")
    .replaceAll(/=(?=\S)/g, "");
  const [, mailed = ""] = /\/invitation#([\w-]{43})/.exec(text) ?? [];
  expect(mailed).not.toBe(tokenOf(sent));
  expect(text).toContain("Join us");
  await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
    bob.userId,
  ]);
  await expect(accept(bob, { token: tokenOf(sent) })).rejects.toThrow(
    "Please confirm your email address first",
  );
  await accept(bob, { token: mailed });
  const { rows: address } = await owner.query(
    "select address_state, address_reason from users where id = $1",
    [bob.userId],
  );
  expect(address).toEqual([{ address_state: "proven", address_reason: "invitation_mail" }]);
});
