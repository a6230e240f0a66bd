import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { SERVER_STATES } from "./model.ts";
import {
  accountsOf,
  checkAccount,
  connectAccount,
  recheckAccount,
  STEPS,
} from "./sync/connect-caldav-account.ts";
import { calendars, events, calendarAccounts as table } from "./tables.ts";

const Account = z.object({
  id: Id,
  name: z.string(),
  serverUrl: z.string(),
  username: z.string(),
  state: z.enum(SERVER_STATES),
  lastError: z.string().nullable(),
  lastSyncedAt: Instant.nullable(),
  createdAt: Instant,
});
const Checked = z.object({
  steps: z.array(z.object({ step: z.enum(STEPS), isOk: z.boolean(), message: z.string().nullable() })),
  calendars: z.array(z.object({ name: z.string(), color: z.string().nullable() })),
});
const signIn = {
  serverUrl: z.string().trim().max(2000),
  username: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1000),
};

export const calendarAccounts = resource("calendarAccounts", {
  list: read({
    summary: "List the connected CalDAV servers with the result of their last sync",
    input: z.strictObject({}),
    output: z.object({ items: z.array(Account) }),
    access: "user",
    run: async (context) => ({ items: await accountsOf(context) }),
  }),
  check: write({
    summary: "Test a CalDAV server step by step and report which step fails and how to fix it; saves nothing",
    input: z.strictObject(signIn),
    output: Checked,
    access: "user",
    ownTransactions: true,
    sessionOnly: true,
    run: async (context, input) => {
      const { steps, found } = await checkAccount(context, input);
      return { steps, calendars: found?.calendars ?? [] };
    },
  }),
  recheck: write({
    summary: "Test a connected CalDAV server again, step by step, with the saved password",
    input: z.strictObject({ id: Id }),
    output: Checked,
    access: "user",
    ownTransactions: true,
    run: async (context, { id }) => {
      const { steps, found } = await recheckAccount(context, id);
      return { steps, calendars: found?.calendars ?? [] };
    },
  }),
  connect: write({
    summary: "Connect a CalDAV server: its calendars are then synced in both directions",
    input: z.strictObject({ name: z.string().trim().min(1).max(200), ...signIn }),
    output: Account,
    access: "user",
    invalidates: ["calendars"],
    ownTransactions: true,
    sessionOnly: true,
    run: connectAccount,
  }),
  delete: destroy({
    summary: "Disconnect a CalDAV server: its calendars are removed here, and nothing changes on the server",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    invalidates: ["calendars", "events"],
    run: async ({ db, actor, now }, { id }) => {
      const deleted = await db
        .update(table)
        .set({ deletedAt: now, password: "" })
        .where(and(eq(table.id, id), eq(table.userId, actor.userId), isNull(table.deletedAt)))
        .returning({ id: table.id });
      if (deleted.length === 0) throw notFound(t`Account`);
      const inAccount = sql`${events.calendarId} in (select id from calendars where user_id = ${actor.userId} and account_id = ${id})`;
      await db.execute(sql`select set_config('app.calendar_sync', 'on', true)`);
      await db
        .update(events)
        .set({ deletedAt: now, syncState: null })
        .where(and(eq(events.userId, actor.userId), inAccount));
      await db
        .update(calendars)
        .set({ deletedAt: now })
        .where(and(eq(calendars.userId, actor.userId), eq(calendars.accountId, id)));
      return { id };
    },
  }),
});
