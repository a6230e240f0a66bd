import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { answerReceiptRequest } from "./delivery/answer-receipt-request.ts";
import { markSent } from "./delivery/mark-sent.ts";
import { cancelSending, SendEmail, sendAgain, sendEmail } from "./delivery/send-email.ts";
import { RECEIPT_ANSWERS } from "./delivery-model.ts";
import {
  ARCHIVED,
  CalendarPart,
  Conversation,
  Email,
  EmailChange,
  EmailContent,
  EmailMark,
  EmailState,
  MAX_BULK,
  MAX_OPENED,
  OpenEmail,
} from "./model.ts";
import { many, manyOrThreads, some } from "./organizing/email-selection.ts";
import { moveEmails } from "./organizing/move-emails.ts";
import { remindOf, snoozeEmails } from "./organizing/snooze-emails.ts";
import { trashing } from "./organizing/trash-capabilities.ts";
import {
  changeEmail,
  insertDraft,
  MAX_THREAD_EMAILS,
  markEmails,
  markFailed,
  unarchive,
  unmarkFailed,
  withThreads,
} from "./organizing/update-emails.ts";
import { listEmailStates, listReplies } from "./reading/email-states.ts";
import { openConversations } from "./reading/open-conversations.ts";
import { calendarPartOf, openEmail } from "./reading/read-emails.ts";
import { SENDER_CHECKS } from "./reading/sender-authentication.ts";
import { countEmails, EmailStats } from "./search/count-emails.ts";
import { ListEmails, listEmails, listTrash } from "./search/list-emails.ts";
import { Suggested, suggestPeople } from "./search/suggest-people.ts";
import { SaveDraft, saveDraft } from "./writing/save-draft.ts";
import { writing } from "./writing/writing-capabilities.ts";

const snoozed = z.array(z.strictObject({ id: Id, until: Instant }));

export const emails = resource("emails", {
  list: read({
    summary: "List emails, newest first unless sorted otherwise, filtered by status, view, thread or words",
    input: ListEmails,
    output: pageOf(Email),
    access: "user",
    run: listEmails,
  }),
  get: read({
    summary: "Get one email with its text and the delivery status of each recipient",
    input: z.strictObject({ id: Id }),
    output: OpenEmail,
    access: "user",
    run: (context, { id }) => openEmail(context, id),
  }),
  getMany: read({
    summary: "Get up to 10 emails with their texts and conversations; missing ones are left out",
    input: z.strictObject({ ids: z.array(Id).min(1).max(MAX_OPENED) }),
    output: z.object({ items: z.array(Conversation) }),
    access: "user",
    run: async (context, { ids }) => ({ items: await openConversations(context, ids) }),
  }),
  states: read({
    summary: "Get the status of up to 200 of your emails, including deleted ones",
    input: z.strictObject({ ids: z.array(Id).max(MAX_BULK) }),
    output: z.object({ items: z.array(EmailState) }),
    access: "user",
    run: async (context, { ids }) => ({ items: await listEmailStates(context, ids) }),
  }),
  references: read({
    summary: "Get the sender's bare address of an email, and your other emails that it refers to",
    input: z.strictObject({ id: Id }),
    output: z.object({ from: z.string(), referencedIds: z.array(Id) }),
    access: "user",
    run: (context, { id }) => listReplies(context, id),
  }),
  stats: read({
    summary: "Count emails by status, unread ones and templates, and the share of sent emails with a summary",
    input: z.strictObject({}),
    output: EmailStats,
    access: "user",
    run: countEmails,
  }),
  trash: read({
    summary: "List the emails deleted in the last 30 days, last deleted first",
    input: z.strictObject(pageInput),
    output: pageOf(Email),
    access: "user",
    run: listTrash,
  }),
  create: write({
    summary: "Save an email as a draft",
    input: EmailContent,
    output: Email,
    example: { subject: "Figures", body: "See below." },
    access: "user",
    run: async (context, input) => {
      const email = await insertDraft(context, input);
      context.undoWith({ capability: "emails.delete", input: { id: email.id } });
      return email;
    },
  }),
  saveDraft: write({
    summary: "Save an unfinished email as a draft; an outdated `version` is rejected with the current email",
    input: SaveDraft,
    output: Email,
    access: "user",
    run: async (context, input) => {
      const email = await saveDraft(context, input);
      if (!input.draft) context.undoWith({ capability: "emails.delete", input: { id: email.id } });
      return email;
    },
  }),
  people: read({
    summary: "Suggest recipients by name or address, from contacts and your newest mail",
    input: z.strictObject({ text: z.string().trim().min(1).max(100) }),
    output: z.object({ items: z.array(Suggested) }),
    access: "user",
    run: async (context, { text }) => ({ items: await suggestPeople(context, text) }),
  }),
  send: destroy({
    summary: "Send an email, new or from a draft, in a few seconds or at the time of `scheduledSend`",
    input: SendEmail,
    output: OpenEmail,
    access: "user",
    run: async (context, input) => {
      const email = await sendEmail(context, input);
      context.undoWith({ capability: "emails.cancel", input: { id: email.id } });
      return email;
    },
  }),
  cancel: write({
    summary: "Cancel the sending of an email that is still waiting; it becomes a draft again",
    input: z.strictObject({ id: Id }),
    output: OpenEmail,
    access: "user",
    run: (context, { id }) => cancelSending(context, id),
  }),
  retry: destroy({
    summary: "Send an email again to the recipients who have not received it",
    input: z.strictObject({ id: Id }),
    output: OpenEmail,
    access: "user",
    run: (context, { id }) => sendAgain(context, id),
  }),
  markSent: write({
    summary: "Mark an email with an uncertain delivery as sent, because you know that it arrived",
    input: z.strictObject({ id: Id }),
    output: OpenEmail,
    access: "user",
    run: (context, { id }) => markSent(context, id),
  }),
  answerReceiptRequest: destroy({
    summary: "Answer the sender's request for a read receipt (`receiptRequest`) of a received email, once",
    input: z.strictObject({ id: Id, answer: z.enum(RECEIPT_ANSWERS) }),
    output: OpenEmail,
    access: "user",
    run: answerReceiptRequest,
  }),
  update: write({
    summary:
      "Update the given fields of an email; the text of a sent email cannot change, and an outdated `version` is rejected with the current email",
    input: EmailChange.extend({ id: Id, version: z.int() }),
    output: Email,
    access: "user",
    run: async (context, input) => {
      const { email, undo } = await changeEmail(context, input);
      context.undoWith({
        capability: "emails.update",
        input: { ...undo, id: email.id, version: email.version },
      });
      return email;
    },
  }),
  updateMany: write({
    summary: "Update priority, category, summary or read mark of up to 200 emails, all or none",
    input: z.strictObject({
      changes: z
        .array(EmailMark.extend({ id: Id }))
        .min(1)
        .max(MAX_BULK),
    }),
    output: some,
    access: "user",
    run: async (context, { changes }) => {
      const { ids, undo } = await markEmails(context, changes);
      context.undoWith({ capability: "emails.updateMany", input: { changes: undo } });
      return { ids };
    },
  }),
  archive: write({
    summary: "Archive up to 200 emails: sets their category to 'archived'; their status stays",
    input: manyOrThreads,
    output: some,
    access: "user",
    run: async (context, { ids, threads }) => {
      const targetIds = threads ? await withThreads(context, ids) : ids;
      const done = await markEmails(
        context,
        targetIds.map((id) => ({ id, category: ARCHIVED })),
      );
      context.undoWith({ capability: "emails.unarchive", input: { ids, threads } });
      return { ids: done.ids };
    },
  }),
  unarchive: write({
    summary: "Restore up to 200 archived emails to their former category",
    input: manyOrThreads,
    output: some,
    access: "user",
    run: async (context, { ids, threads }) => {
      context.undoWith({ capability: "emails.archive", input: { ids, threads } });
      return { ids: await unarchive(context, threads ? await withThreads(context, ids) : ids) };
    },
  }),
  move: write({
    summary: "Move up to 200 emails of a mail account to one of its folders, here and on its server",
    input: manyOrThreads.extend({ mailboxId: Id }),
    /** `places`: the folder of each email before the move, where it was in exactly one. */
    output: some.extend({ places: z.array(z.object({ id: Id, mailboxId: Id })) }),
    access: "user",
    invalidates: ["mailAccounts"],
    run: async (context, input) => {
      const moved = await moveEmails(context, input);
      const [first, ...others] = new Set(moved.places.map((place) => place.mailboxId));
      const isUndoable = first && others.length === 0 && moved.ids.length <= MAX_BULK;
      if (isUndoable)
        context.undoWith({ capability: "emails.move", input: { ids: moved.ids, mailboxId: first } });
      return moved;
    },
  }),
  snooze: write({
    summary:
      "Snooze up to 200 emails: they leave the inbox until the given time and return unread; null ends the snooze",
    /** `earlier`: which of them return at a time of their own, as in the answer that is taken back. */
    input: manyOrThreads.extend({
      until: Instant.nullable(),
      earlier: snoozed.max(MAX_BULK + MAX_THREAD_EMAILS).optional(),
    }),
    output: some.extend({ earlier: snoozed }),
    access: "user",
    invalidates: ["notifications"],
    run: async (context, { ids, threads, until, earlier }) => {
      const targetIds = threads ? await withThreads(context, ids) : ids;
      const done = await snoozeEmails(context, { ids: targetIds, until, earlier });
      const before = done.earlier.map((each) => ({ ...each, until: each.until.toISOString() }));
      context.undoWith({
        capability: "emails.snooze",
        input: { ids, threads, until: null, ...(before.length > 0 && { earlier: before }) },
      });
      return done;
    },
  }),
  remind: write({
    summary: "Set a reminder for a sent email at a time, unless a reply arrives before; null clears it",
    input: z.strictObject({ id: Id, at: Instant.nullable() }),
    output: Email,
    access: "user",
    run: (context, { id, at }) => remindOf(context, id, at),
  }),
  markFailed: write({
    summary: "Mark up to 200 emails as failed; those already on their way are still sent",
    input: many,
    output: some,
    access: "user",
    run: async (context, input) => {
      context.undoWith({ capability: "emails.unmarkFailed", input });
      return { ids: await markFailed(context, input.ids) };
    },
  }),
  unmarkFailed: write({
    summary: "Restore the status of emails that were marked as failed by hand",
    input: many,
    output: some,
    access: "user",
    run: async (context, input) => {
      context.undoWith({ capability: "emails.markFailed", input });
      return { ids: await unmarkFailed(context, input.ids) };
    },
  }),
  ...trashing,
  calendarPart: read({
    summary: "Get the invitation in an email, as the sender's program wrote it",
    input: z.strictObject({ id: Id }),
    output: z.object({ calendar: CalendarPart.nullable(), senderCheck: z.enum(SENDER_CHECKS).nullable() }),
    access: "user",
    run: (context, { id }) => calendarPartOf(context, id),
  }),
  ...writing,
});
