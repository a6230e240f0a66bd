import { liveRecords } from "#platform/client/live-records.ts";
import { byName, type NamedList, pageAfter, trashOf } from "#platform/client/record-source.ts";
import type { EmailOnWire } from "../model.ts";
import type { EmailTemplateOnWire } from "../writing-model.ts";
import { emails, templates } from "./api.ts";

const findEmails = async (ids: readonly string[]) =>
  (await emails.list.read({ ids: [...ids], limit: ids.length })).items;

/** As in lists, without bodies. */
export const emailRecords = liveRecords<EmailOnWire>(
  "emails",
  async (id) => (await findEmails([id]))[0] ?? null,
  findEmails,
);
export const templateRecords = liveRecords<EmailTemplateOnWire>("templates", (id) =>
  templates.get.read({ id }),
);

/** All templates by name (TMPL-11). */
export const allTemplates: NamedList<EmailTemplateOnWire> = {
  key: "templates",
  source: {
    read: (cursor) => templates.list.read({ limit: 100, ...pageAfter(cursor) }),
    includes: ({ deletedAt }) => deletedAt === null,
    compare: byName(({ name }) => name),
  },
};

export const templateTrash = trashOf("templates", templates.trash);
