import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { anEvent } from "#features/calendar/factory.ts";
import { events } from "#features/calendar/tables.ts";
import { aContact } from "#features/contacts/factory.ts";
import { contacts } from "#features/contacts/tables.ts";
import { aBriefing } from "#features/daily-ops/factory.ts";
import { morningBriefings } from "#features/daily-ops/tables.ts";
import { aDocument } from "#features/documents/factory.ts";
import { documents } from "#features/documents/tables.ts";
import { anEmail, aTemplate } from "#features/email/factory.ts";
import { emailTemplates } from "#features/email/settings-tables.ts";
import { emails } from "#features/email/tables.ts";
import { timeSavings } from "#platform/capability/tables.ts";
import { testDatabase } from "#platform/testing/test-database.ts";

const { aUser, as } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada" }));
const bob = as(await aUser({ fullName: "Bob" }));

type Owned = PgTable & { userId: AnyPgColumn };
const userId = ada.userId;
const now = new Date();
const timedAct = { userId, capability: "email.compose", minutes: 4, occurredAt: now };

const rows: [string, Owned, { userId: string }][] = [
  ["emails", emails, anEmail({ userId })],
  ["email_templates", emailTemplates, aTemplate({ userId })],
  ["events", events, anEvent({ userId, startTime: now })],
  ["documents", documents, aDocument({ userId })],
  ["contacts", contacts, aContact({ userId })],
  ["morning_briefings", morningBriefings, aBriefing({ userId, briefingDate: "2026-11-20" })],
  ["time_savings", timeSavings, timedAct],
];

test.each(rows)("D2: Bob cannot read, change, delete or add %s of Ada", async (_, table, row) => {
  await ada.run(({ db }) => db.insert(table).values(row));
  expect(await ada.run(({ db }) => db.select().from(table))).toHaveLength(1);
  expect(await bob.run(({ db }) => db.select().from(table))).toEqual([]);
  const set = { userId: bob.userId };
  expect(await bob.run(({ db }) => db.update(table).set(set).returning())).toEqual([]);
  expect(await bob.run(({ db }) => db.delete(table).returning())).toEqual([]);
  await expect(bob.run(({ db }) => db.insert(table).values(row))).rejects.toMatchObject({
    code: "not_found",
  });
});
