import { randomUUID } from "node:crypto";
import { events } from "#features/calendar/calendar-events.ts";
import { calendarFeeds } from "#features/calendar/calendar-feeds.ts";
import { calendars } from "#features/calendar/calendars.ts";
import { eventInvitations } from "#features/calendar/event-invitations.ts";
import { processInvitationMails } from "#features/calendar/jobs.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { deliverMail } from "#features/email/jobs.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { type AccessSetup, type Grant, idOf, open } from "../factory.ts";

const TIMES = { startTime: "2026-12-01T09:00:00Z", endTime: "2026-12-01T10:00:00Z" };

/** The feed of one calendar, at an address for another program. */
const ofCalendar = (end: (parts: Shared) => Promise<unknown>): Grant => ({
  columns: ["calendar_feeds.token_hash"],
  make: async (setup) => {
    const ada = await setup.aPerson("Ada");
    const calendarId = idOf(await ada.invoke(calendars.create, { name: "Board" }));
    const eventId = idOf(await ada.invoke(events.create, { title: "First", calendarId, ...TIMES }));
    const made = await ada.invoke(calendarFeeds.create, { name: "Secretary", calendarId });
    const { path } = made as { path: string };
    return {
      tries: { feed: () => open(setup, path) },
      change: (title) => changeEvent(ada, eventId, { title }),
      revoke: () => end({ ada, calendarId, feedId: idOf(made) }),
    };
  },
});
type Shared = { ada: Person; calendarId: string; feedId: string };

async function changeEvent(ada: Person, id: string, fields: object): Promise<void> {
  const { version } = (await ada.invoke(events.get, { id })) as EventOnWire;
  await ada.invoke(events.update, { id, version, ...fields });
}

/** An attendee's own calendar contains what the organizer sends; a removed attendee gets nothing later. */
const attendance = (end: (parts: Invited) => Promise<unknown>): Grant => ({
  columns: ["events.user_id"],
  make: async (setup) => {
    const [ada, bob] = [await setup.aPerson("Ada"), await setup.aPerson("Bob")];
    const carol = await setup.aPerson("Carol");
    const attendees = [bob.email, carol.email];
    const eventId = idOf(await ada.invoke(events.create, { title: "First", attendees, ...TIMES }));
    await ada.invoke(eventInvitations.send, { eventId });
    await post(setup, bob);
    const emailId = await lastMail(setup, bob);
    const accepted = await bob.invoke(eventInvitations.answerMail, { emailId, answer: "accepted" });
    const { eventId: copyId } = accepted as { eventId: string };
    return {
      tries: {
        // A copy sent before the end belongs to Bob, and is now cancelled.
        "a confirmed event": async () => {
          const copy = (await bob.invoke(events.get, { id: copyId })) as EventOnWire;
          return copy.status === "cancelled" ? null : copy;
        },
      },
      change: async (title) => {
        await changeEvent(ada, eventId, { title });
        await ada.invoke(eventInvitations.send, { eventId });
        await post(setup, bob);
      },
      revoke: async () => {
        await end({ ada, bob, carol, eventId });
        await post(setup, bob);
      },
      holder: bob,
      ids: { eventId, copyId },
    };
  },
});
type Invited = { ada: Person; bob: Person; carol: Person; eventId: string };

/** Delivers queued mail and lets the calendar process it. */
async function post({ server }: AccessSetup, reader: Person): Promise<void> {
  const worker = server.services as never;
  await server.owner.query("update mail_deliveries set due_at = now() - interval '1 second' where state = 'queued'");
  await deliverMail.run(worker, {});
  const emailId = await lastMail({ server }, reader);
  const { userId } = reader;
  await processInvitationMails.run(worker, { userId, emailId, accountId: null, hasCalendar: true });
}

async function lastMail({ server }: Pick<AccessSetup, "server">, { userId }: Person): Promise<string> {
  const { rows } = await server.owner.query(
    "select id from emails where user_id = $1 and status = 'received' order by created_at desc, id limit 1",
    [userId],
  );
  return rows[0]?.id ?? randomUUID();
}

/** Access to another person's calendar. */
export const BY_CALENDAR: Record<string, Grant> = {
  "the address of one calendar, revoked": ofCalendar(({ ada, feedId: id }) =>
    ada.invoke(calendarFeeds.delete, { id }),
  ),
  "the address of a calendar that is deleted": ofCalendar(({ ada, calendarId: id }) =>
    ada.invoke(calendars.delete, { id }),
  ),
  "an event to which an attendee is invited no more": attendance(async ({ ada, carol, eventId }) => {
    await changeEvent(ada, eventId, { attendees: [carol.email] });
    await ada.invoke(eventInvitations.send, { eventId });
  }),
};
