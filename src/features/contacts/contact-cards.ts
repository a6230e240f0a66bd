import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id } from "#platform/capability/wire.ts";
import { exportCards } from "./export-vcards.ts";
import { importCards, undoImport } from "./import-vcards.ts";
import {
  CardConflictView,
  Contact,
  ContactBefore,
  MAX_CARD_FILE,
  MAX_CARDS,
  SharedValues,
  UnreadableCard,
} from "./model.ts";
import { readConflict, resolveConflict, undoResolution } from "./sync/resolve-conflict.ts";
import { CARD_VERSIONS } from "./write-vcards.ts";

const byId = z.strictObject({ id: Id });

export const contactCards = resource("contactCards", {
  import: write({
    summary:
      "Import the contacts of a vCard file (2.1, 3.0 or 4.0); missing fields of existing contacts are filled, and none is overwritten",
    input: z.strictObject({ text: z.string().min(1).max(MAX_CARD_FILE) }),
    output: z.object({
      added: z.int(),
      updated: z.int(),
      existing: z.int(),
      /** The cards that were not imported, each with the reason. */
      unreadable: z.array(UnreadableCard),
      ids: z.array(Id),
      /** What to pass to `undoImport`. */
      changed: z.array(ContactBefore),
    }),
    access: "user",
    invalidates: ["contacts"],
    run: (context, { text }) => importCards(context, text),
  }),
  conflict: read({
    summary: "Get the differences of a contact that was changed here and on its CardDAV server",
    input: byId,
    output: CardConflictView,
    access: "user",
    run: (context, { id }) => readConflict(context, id),
  }),
  resolveConflict: write({
    summary:
      "Resolve a conflict of a contact that was changed here and on its CardDAV server: keep the local or the remote version",
    input: byId.extend({ choose: z.enum(["local", "server"]) }),
    output: Contact,
    access: "user",
    invalidates: ["contacts"],
    run: resolveConflict,
  }),
  undoResolution: write({
    summary: "Undo the resolution of a conflict: the contact gets the values that were not chosen",
    input: SharedValues.extend({ id: Id, version: z.int() }),
    output: Contact,
    access: "user",
    agents: "hidden",
    invalidates: ["contacts"],
    run: undoResolution,
  }),
  undoImport: destroy({
    summary:
      "Undo an import: contacts it created are moved to the trash, and those it changed get their earlier values",
    input: z.strictObject({
      ids: z.array(Id).max(MAX_CARDS),
      changed: z.array(ContactBefore).max(MAX_CARDS).default([]),
    }),
    output: z.object({ removed: z.int(), restored: z.int() }),
    access: "user",
    invalidates: ["contacts"],
    run: undoImport,
  }),
  export: read({
    summary: "Export all or some of your contacts as a vCard file; imported cards keep all their properties",
    input: z.strictObject({
      ids: z.array(Id).max(1000).nullable().default(null),
      /** Null: imported cards in their own, others in 4.0. */
      version: z.enum(CARD_VERSIONS).nullable().default(null),
    }),
    output: z.object({ fileName: z.string(), text: z.string(), count: z.int() }),
    access: "user",
    run: (context, { ids, version }) => exportCards(context, ids, version),
  }),
});
