import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { JobDefinition, Worker } from "#platform/jobs/jobs.ts";
import { newMessageId } from "#platform/mail/message.ts";
import { notifyFromJob } from "#platform/notify/notify.ts";
import type { SecretPlace } from "#platform/secrets/secrets.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";

const Nothing = z.strictObject({});

/** Every minute: what is past its deadline is completed, and its workspace told. */
export const completeDue: JobDefinition<typeof Nothing> = {
  name: "team.complete-due",
  payload: Nothing,
  cron: "* * * * *",
  run: async ({ database }) => {
    const complete = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ decision: string; audience: string[] | null }>(
          sql`select decision, audience from complete_due_decisions()`,
        );
        const facts = rows.flatMap(({ decision, audience }) => [
          { resource: "decisions", ids: [decision], audience: audience ?? [] },
          { resource: "workspaces", ids: [], audience: audience ?? [] },
          { resource: "team", ids: [], audience: audience ?? [] },
        ]);
        await recordAnnouncements(db, facts);
        return rows.length;
      });
    while ((await complete()) > 0);
  },
};

/** Every night: deleted decisions after 30 days, and addresses of invitations that ended 30 days ago. */
export const purgeTeamTrash: JobDefinition<typeof Nothing> = {
  name: "team.purge-trash",
  payload: Nothing,
  cron: "27 3 * * *",
  run: async ({ database }) => {
    const purge = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ gone: number }>(sql`select purge_team_trash() as gone`);
        return rows[0]?.gone ?? 0;
      });
    while ((await purge()) > 0);
  },
};

/** The text holds the link, so it is sealed while it waits in the queue. */
export const mailPlace = (id: string): SecretPlace => ({
  table: "team_invitations",
  row: id,
  column: "mail",
  userId: null,
});

const InvitationMail = z.strictObject({
  id: z.uuid(),
  inviterId: z.uuid(),
  to: z.string(),
  subject: z.string(),
  sealedText: z.string(),
});

/** Hands the message to the instance's mail server; what does not leave is told to the inviter, once. */
export const mailInvitation: JobDefinition<typeof InvitationMail> = {
  name: "team.mail-invitation",
  payload: InvitationMail,
  run: async (worker, { id, inviterId, to, subject, sealedText }) => {
    const transport = systemTransport(worker.systemSettings);
    if (!transport) return tellInviter(worker, { id, inviterId, to }, "no mail server is set any more");
    const text = worker.secrets.open(mailPlace(id), sealedText);
    const messageId = newMessageId(transport.fromEmail);
    const outcome = await worker.mail.send(transport, { messageId, to: [to], subject, text });
    if (outcome.state !== "failed") return;
    await tellInviter(worker, { id, inviterId, to }, outcome.reason);
    if (outcome.isTemporary) throw new Error(`An invitation waits for the mail server: ${outcome.reason}`);
  },
};

const tellInviter = (
  { database }: Worker,
  { id, inviterId, to }: { id: string; inviterId: string; to: string },
  reason: string,
) =>
  database.transaction(null, "write", (db) =>
    notifyFromJob(db, [
      {
        userIds: [inviterId],
        title: "An invitation was not mailed",
        message: `The invitation to ${to} did not leave: ${reason}. Send it again from Team and pass the link on yourself.`,
        type: "invitation",
        priority: "high",
        href: "/team?tab=workspaces",
        dedupeKey: `invitation mail ${id}`,
      },
    ]),
  );
