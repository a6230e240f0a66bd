import { liveRecords } from "#platform/client/live-records.ts";
import type { ListSource } from "#platform/client/record-source.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import type { EmailOnWire } from "../model.ts";
import type { EmailTemplateOnWire } from "../writing-model.ts";
import { emails, templates } from "./api.ts";

/** Null for missing records; every other failure rejects. */
const orNull = <R>(reading: Promise<R>): Promise<R | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  });

const findEmails = async (ids: readonly string[]) =>
  (await emails.list.call({ ids: [...ids], limit: ids.length })).items;

/** As in lists, without bodies. */
export const emailRecords = liveRecords<EmailOnWire>(
  "emails",
  async (id) => (await findEmails([id]))[0] ?? null,
  findEmails,
);
export const templateRecords = liveRecords<EmailTemplateOnWire>("templates", (id) =>
  orNull(templates.get.call({ id })),
);

const names = new Intl.Collator("und");

/** All templates by name (TMPL-11). */
export const allTemplates: { key: string; source: ListSource<EmailTemplateOnWire> } = {
  key: "templates",
  source: {
    read: (cursor) => templates.list.call({ limit: 100, ...(cursor ? { cursor } : {}) }),
    includes: ({ deletedAt }) => deletedAt === null,
    compare: (one, other) => names.compare(one.name, other.name) || (one.id < other.id ? -1 : 1),
  },
};

/** Deleted templates, the last deleted first. */
export const templateTrash: { key: string; source: ListSource<EmailTemplateOnWire> } = {
  key: "templates in the trash",
  source: {
    read: (cursor) => templates.trash.call({ limit: 50, ...(cursor ? { cursor } : {}) }),
    isTrash: true,
    includes: ({ deletedAt }) => deletedAt !== null,
    compare: (one, other) => Date.parse(other.deletedAt ?? "") - Date.parse(one.deletedAt ?? ""),
  },
};
