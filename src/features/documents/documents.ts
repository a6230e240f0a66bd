import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { fieldsBefore, Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { acceptKeyDate, dismissKeyDate, keyDatesOf, reopenKeyDate } from "./key-dates.ts";
import {
  DocumentStats,
  documentStats,
  ListDocuments,
  listDocuments,
  listTrash,
  similarDocuments,
} from "./list-documents.ts";
import { Document, DocumentChange, KeyDate } from "./model.ts";
import { findReadableDocument } from "./read-documents.ts";
import {
  createLink,
  revokeLink,
  shareCandidates,
  shareDocument,
  sharingOf,
  unshareDocument,
  visitsOf,
} from "./sharing/share-documents.ts";
import { eraseVersion, restoreVersion, Version, versionsOf } from "./store-version.ts";
import { summarize, summarizer } from "./summarize-document.ts";
import { eraseDocument, restoreDocument, trashDocuments, updateDocument } from "./write-documents.ts";

const Candidate = z.object({ id: Id, name: z.string(), email: z.string().optional() });

const Share = z.object({
  id: Id,
  personId: Id.nullable(),
  /** Shared by address while that address, or the owner's own, does not count yet: gives no access until both do. */
  isPending: z.boolean(),
  workspaceId: Id.nullable(),
  /** Shared by a message: all current participants of the conversation may read it. */
  conversationId: Id.nullable(),
  /** Attached to this decision as a paper. */
  decisionId: Id.nullable(),
  name: z.string(),
  email: z.string().nullable(),
  createdAt: Instant,
});

const Link = z.object({
  id: Id,
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  viewCount: z.int(),
  downloadCount: z.int(),
  lastViewedAt: Instant.nullable(),
  hasPassword: z.boolean(),
});

const Visit = z.object({
  at: Instant,
  kind: z.enum(["view", "download", "refused"]),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
});

/** Exactly one of them. */
const With = z.union([
  z.strictObject({ personId: Id }),
  z.strictObject({ email: z.string().trim().min(3).max(320) }),
  z.strictObject({ workspaceId: Id }),
]);

export const documents = resource("documents", {
  list: read({
    summary: "List documents, newest first unless sorted otherwise, filtered by category, words or sharing",
    input: ListDocuments,
    output: pageOf(Document),
    access: "user",
    run: listDocuments,
  }),
  get: read({
    summary: "Get one document; its file is at `fileUrl`",
    input: z.strictObject({ id: Id }),
    output: Document,
    access: "user",
    run: (context, { id }) => findReadableDocument(context, id),
  }),
  stats: read({
    summary: "Count documents: all, favorites, shared, summarized and in the trash; counting stops at 1,000",
    input: z.strictObject({}),
    output: DocumentStats,
    access: "user",
    run: documentStats,
  }),
  trash: read({
    summary: "List the documents deleted in the last 30 days, last deleted first",
    input: z.strictObject(pageInput),
    output: pageOf(Document),
    access: "user",
    run: listTrash,
  }),
  update: write({
    summary:
      "Update title, description, category or tags; an outdated `version` is rejected with the current document",
    input: DocumentChange.extend({ id: Id, version: z.int() }),
    output: Document,
    access: "user",
    run: async (context, { id, version, ...change }) => {
      const { document, before } = await updateDocument(context, id, change, version);
      const undo = { id, version: document.version, ...fieldsBefore(change, before) };
      context.undoWith({ capability: "documents.update", input: undo });
      return document;
    },
  }),
  summarizer,
  summarize,
  setFavorite: write({
    summary: "Add a document to the favorites or remove it from them",
    input: z.strictObject({ id: Id, isFavorite: z.boolean() }),
    output: Document,
    access: "user",
    run: async (context, { id, isFavorite }) => {
      const { document, before } = await updateDocument(context, id, { isFavorite });
      context.undoWith({
        capability: "documents.setFavorite",
        input: { id, isFavorite: before.isFavorite },
      });
      return document;
    },
  }),
  delete: destroy({
    summary: "Move a document to the trash, where it stays for 30 days and nobody else can read it",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    run: async (context, { id }) => {
      await trashDocuments(context, [id]);
      context.undoWith({ capability: "documents.restore", input: { id } });
      return { id };
    },
  }),
  restore: write({
    summary: "Restore a document from the trash, shared as before",
    input: z.strictObject({ id: Id }),
    output: Document,
    access: "user",
    run: async (context, { id }) => {
      const document = await restoreDocument(context, id);
      context.undoWith({ capability: "documents.delete", input: { id } });
      return document;
    },
  }),
  erase: destroy({
    summary: "Delete a document in the trash and its file permanently",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    run: async (context, { id }) => {
      await eraseDocument(context, id);
      return { id };
    },
  }),
  versions: read({
    summary: "List the current and earlier versions of one of your documents, newest first",
    input: z.strictObject({ id: Id }),
    output: z.object({ current: Version, versions: z.array(Version) }),
    access: "user",
    run: (context, { id }) => versionsOf(context, id),
  }),
  restoreVersion: write({
    summary: "Restore an earlier version of a document; the current one becomes an earlier version",
    input: z.strictObject({ id: Id, versionId: Id }),
    output: Document,
    access: "user",
    run: async (context, { id, versionId }) => {
      const document = await restoreVersion(context, id, versionId);
      context.undoWith({ capability: "documents.restoreVersion", input: { id, versionId } });
      return document;
    },
  }),
  eraseVersion: destroy({
    summary: "Delete an earlier version of a document permanently",
    input: z.strictObject({ id: Id, versionId: Id }),
    output: Document,
    access: "user",
    run: (context, { id, versionId }) => eraseVersion(context, id, versionId),
  }),
  similar: read({
    summary:
      "List your documents that are similar to one of them by their uncommon words, most similar first",
    input: z.strictObject({ id: Id }),
    output: z.object({ items: z.array(Document) }),
    access: "user",
    run: (context, { id }) => similarDocuments(context, id),
  }),
  keyDates: read({
    summary: "List the upcoming dates found in one of your documents, each with its sentence",
    input: z.strictObject({ id: Id }),
    output: z.object({ dates: z.array(KeyDate) }),
    access: "user",
    run: (context, { id }) => keyDatesOf(context, id),
  }),
  acceptKeyDate: write({
    summary: "Create a task or an event from a date found in a document",
    input: z.strictObject({
      id: Id,
      dateId: Id,
      as: z.enum(["task", "event"]),
      timeZone: TimeZone.default("UTC"),
    }),
    output: KeyDate,
    access: "user",
    run: async (context, input) => {
      const date = await acceptKeyDate(context, input);
      context.undoWith({ capability: "documents.reopenKeyDate", input: { id: input.id, dateId: date.id } });
      return date;
    },
  }),
  dismissKeyDate: write({
    summary: "Dismiss a date found in a document: it is not offered again",
    input: z.strictObject({ id: Id, dateId: Id }),
    output: KeyDate,
    access: "user",
    run: async (context, { id, dateId }) => {
      context.undoWith({ capability: "documents.reopenKeyDate", input: { id, dateId } });
      return dismissKeyDate(context, id, dateId);
    },
  }),
  reopenKeyDate: write({
    summary:
      "Offer an accepted or dismissed date again; the task or event created from it is moved to the trash",
    input: z.strictObject({ id: Id, dateId: Id }),
    output: KeyDate,
    access: "user",
    run: (context, { id, dateId }) => reopenKeyDate(context, id, dateId),
  }),
  shareCandidates: read({
    summary: "List the colleagues and workspaces that a document can be shared with",
    input: z.strictObject({}),
    output: z.object({ people: z.array(Candidate), workspaces: z.array(Candidate) }),
    access: "user",
    run: shareCandidates,
  }),
  sharing: read({
    summary: "List who can read one of your documents, and its links",
    input: z.strictObject({ id: Id }),
    output: z.object({ shares: z.array(Share), links: z.array(Link) }),
    access: "user",
    run: (context, { id }) => sharingOf(context, id),
  }),
  share: write({
    summary:
      "Share a document with a colleague, an account of this instance by its exact address, or a workspace",
    input: z.strictObject({ id: Id, with: With }),
    output: Document,
    access: "user",
    run: (context, { id, with: recipient }) => shareDocument(context, id, recipient),
  }),
  unshare: destroy({
    summary: "Stop sharing a document with a person, a workspace, a conversation or a decision",
    input: z.strictObject({ id: Id, shareId: Id }),
    output: Document,
    access: "user",
    run: (context, { id, shareId }) => unshareDocument(context, id, shareId),
  }),
  createLink: write({
    summary: "Create a link to a document that anyone can open without signing in; it is shown only once",
    input: z.strictObject({
      id: Id,
      expiresAt: Instant.nullable().default(null),
      /** Asked for by the page behind the link. */
      password: z
        .string()
        .min(4, t`Choose a password of at least 4 characters`)
        .max(128)
        .nullable()
        .default(null),
    }),
    output: z.object({ link: Link, path: z.string() }),
    access: "user",
    secretAnswer: true,
    run: createLink,
  }),
  linkVisits: read({
    summary: "List who opened a link to one of your documents, newest first",
    input: z.strictObject({ id: Id, linkId: Id }),
    output: z.object({ visits: z.array(Visit) }),
    access: "user",
    run: (context, { id, linkId }) => visitsOf(context, id, linkId),
  }),
  revokeLink: destroy({
    summary: "Revoke a link to a document; it stops working at once",
    input: z.strictObject({ id: Id, linkId: Id }),
    output: Document,
    access: "user",
    run: (context, { id, linkId }) => revokeLink(context, id, linkId),
  }),
});
