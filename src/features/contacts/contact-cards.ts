import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id } from "#platform/capability/wire.ts";
import { exportCards, importCards, undoImport } from "./import-vcards.ts";
import { MAX_CARD_FILE } from "./model.ts";
import { CARD_VERSIONS } from "./write-vcards.ts";

export const contactCards = resource("contactCards", {
  import: write({
    summary:
      "Import the contacts of a vCard file (3.0 or 4.0); existing contacts are completed and never overwritten",
    input: z.strictObject({ text: z.string().min(1).max(MAX_CARD_FILE) }),
    output: z.object({
      added: z.int(),
      updated: z.int(),
      existing: z.int(),
      /** Numbers of the lines at which unreadable cards begin. */
      invalid: z.array(z.int()),
      ids: z.array(Id),
    }),
    access: "user",
    invalidates: ["contacts"],
    run: (context, { text }) => importCards(context, text),
  }),
  undoImport: destroy({
    summary: "Move the contacts that an import brought to the trash",
    input: z.strictObject({ ids: z.array(Id).min(1).max(1000) }),
    output: z.object({ removed: z.int() }),
    access: "user",
    invalidates: ["contacts"],
    run: (context, { ids }) => undoImport(context, ids),
  }),
  export: read({
    summary: "Write your contacts, or some of them, as a vCard file",
    input: z.strictObject({
      ids: z.array(Id).max(1000).nullable().default(null),
      version: z.enum(CARD_VERSIONS).default("4.0"),
    }),
    output: z.object({ fileName: z.string(), text: z.string(), count: z.int() }),
    access: "user",
    run: (context, { ids, version }) => exportCards(context, ids, version),
  }),
});
