import { z } from "zod";
import { destroy, write } from "#platform/capability/capability.ts";
import { Id } from "#platform/capability/wire.ts";
import { MAX_BULK, OpenEmail } from "../model.ts";
import { openEmail } from "../reading/read-emails.ts";
import { many, manyOrThreads, some } from "./email-selection.ts";
import { restoreEmails, trashEmails, withThreads } from "./update-emails.ts";

/** The part of `emails` that puts into the trash and takes out of it. */
export const trashing = {
  delete: destroy({
    summary: "Move an email to the trash, where it stays for 30 days; a scheduled one is not sent from there",
    input: z.strictObject({ id: Id }),
    output: some,
    access: "user",
    run: async (context, { id }) => {
      context.undoWith({ capability: "emails.restore", input: { id } });
      return { ids: await trashEmails(context, [id]) };
    },
  }),
  deleteMany: destroy({
    summary: "Move up to 200 emails to the trash, all or none",
    input: manyOrThreads,
    output: some,
    access: "user",
    run: async (context, { ids, threads }) => {
      const trashedIds = await trashEmails(context, threads ? await withThreads(context, ids) : ids);
      context.undoWith({ capability: "emails.restoreMany", input: { ids: trashedIds.slice(0, MAX_BULK) } });
      return { ids: trashedIds };
    },
  }),
  restore: write({
    summary: "Restore an email from the trash",
    input: z.strictObject({ id: Id }),
    output: OpenEmail,
    access: "user",
    run: async (context, { id }) => {
      context.undoWith({ capability: "emails.delete", input: { id } });
      await restoreEmails(context, [id]);
      return openEmail(context, id);
    },
  }),
  restoreMany: write({
    summary: "Restore up to 200 emails from the trash",
    input: many,
    output: some,
    access: "user",
    run: async (context, input) => {
      context.undoWith({ capability: "emails.deleteMany", input });
      return { ids: await restoreEmails(context, input.ids) };
    },
  }),
};
