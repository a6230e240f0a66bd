import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/overlays/toast.ts";
import { MAX_ADDRESS } from "../../account-model.ts";
import { type EmailOnWire, importanceOf, NEEDS_SUBJECT_AND_BODY } from "../../model.ts";
import { emails } from "../api.ts";
import {
  type AnswerPlace,
  type Composer,
  type ComposerOptions,
  clearUnsent,
  closeDialog,
  newComposer,
  openComposer,
} from "../open-dialog.ts";
import { emailRecords } from "../records.ts";
import { answers } from "../replying/answers.ts";
import { reasonOf, toastFailure, toastFailureReason } from "../toast-failure.ts";
import { offerUndoWhenDone } from "../undo-last-action.ts";
import { type ComposeDraft, type Content, contentOf, draftOf, scheduleOf } from "./compose-draft.ts";
import { quoteOf, signed } from "./quote-email.ts";

/** Sends at once or at the chosen time; the dialog reopens with its text where the server refuses. */
export async function sendDraft(composer: Composer, draft: ComposeDraft): Promise<void> {
  const content = contentOf(draft);
  if (!content) return void toast.failure(NEEDS_SUBJECT_AND_BODY);
  const scheduledSend = scheduleOf(draft);
  if (scheduledSend === undefined) return void toast.failure(t`Choose the day on which it is to be sent`);
  const { edited, inReplyTo, key, isDraft = false, place } = composer;
  const send = () =>
    emails.send.call(
      { ...content, inReplyTo, scheduledSend, draftId: edited?.id ?? null },
      { idempotencyKey: key },
    );
  const sentAt = scheduledSend ? null : new Date().toISOString();
  const state = { status: scheduledSend ? "scheduled" : "sent", sentAt, scheduledSend } as const;
  closeComposer(composer);
  const sent: Promise<EmailOnWire | null> = edited
    ? emailRecords.write(edited.id, (before) => ({ ...before, ...displayFields(content), ...state }), send)
    : emailRecords.create(optimisticEmail(content, state), send);
  const title = scheduledSend ? t`Email scheduled successfully` : t`Email sent successfully`;
  void offerUndoWhenDone(
    sent.then(() => title),
    // undoSend reports its own failure, and the sending below reports its own.
    () => void sent.then((email) => email && undoSend(email.id, inReplyTo, place)).catch(() => {}),
  );
  try {
    await sent;
    clearUnsent();
  } catch (error) {
    toastFailureReason(t`Failed to save email`, error);
    openWriting(draft, { edited, inReplyTo, key, isDraft, ...(place && { place }) });
  }
}

export async function saveDraft(composer: Composer, draft: ComposeDraft): Promise<void> {
  const content = contentOf(draft);
  if (!content) return void toast.failure(NEEDS_SUBJECT_AND_BODY);
  const { edited, inReplyTo, key, isDraft = false } = composer;
  const save = () =>
    edited
      ? emails.update.call({ ...edited, ...content }, { idempotencyKey: key })
      : emails.create.call({ ...content, inReplyTo }, { idempotencyKey: key });
  const state = { status: "draft", sentAt: null, scheduledSend: null } as const;
  closeComposer(composer);
  try {
    if (edited)
      await emailRecords.write(
        edited.id,
        (before) => ({ ...before, ...displayFields(content), ...state }),
        save,
      );
    else await emailRecords.create(optimisticEmail(content, state), save);
    clearUnsent();
    toast.success(t`Draft saved successfully`);
  } catch (error) {
    const current = error instanceof ApiError && (error.details.current as EmailOnWire | undefined);
    if (!current) toastFailureReason(t`Failed to save email`, error);
    openComposer(draft, {
      inReplyTo,
      isDraft,
      ...(current
        ? { edited: { id: current.id, version: current.version }, isClash: true }
        : { edited, key }),
    });
  }
}

/** View/Edit of a message not sent yet: opens it in the composer. */
export async function editEmail(id: string): Promise<void> {
  if (answers.resumeDraft(id)) return;
  try {
    const email = await emails.get.call({ id });
    openComposer(draftOf(email), {
      edited: { id, version: email.version },
      isDraft: email.status === "draft" && email.statusBefore === null,
    });
  } catch (error) {
    toastFailureReason(t`Failed to fetch emails`, error);
  }
}

export async function reply(id: string, { all = false } = {}): Promise<void> {
  const place = answers.placeOf(id, all ? "all" : "reply");
  if (place && answers.resume(place)) return;
  try {
    const [{ recipients, cc, category, ...start }, original] = await Promise.all([
      emails.startReply.call({ id, all }),
      emails.get.call({ id }),
    ]);
    openWriting(
      {
        accountId: start.accountId,
        subject: start.subject,
        body: signed(`\n\n${quoteOf(original)}`, start.signature),
        to: recipients.join(", "),
        cc: cc.join(", "),
        category: category ?? "",
      },
      { inReplyTo: id, ...(place && { place }) },
    );
  } catch (error) {
    toastFailureReason(t`Failed to fetch emails`, error);
  }
}

/** Starts a reply written by the engine. */
export async function replyWithAi(id: string): Promise<void> {
  const place = answers.placeOf(id, "ai");
  const options = { inReplyTo: id, ...(place && { place }) };
  try {
    const [start, { subject, sender, body }, writer] = await Promise.all([
      emails.startReply.call({ id }),
      emails.get.call({ id }),
      emails.writer.call({}),
    ]);
    const fields = {
      accountId: start.accountId,
      subject: start.subject,
      to: start.recipients.join(", "),
      category: start.category ?? "",
    };
    const recipient = start.isToOwn ? (start.recipients[0] ?? "").slice(0, MAX_ADDRESS) : "";
    // A model takes a while: its text appears in the composer as it is generated.
    if (writer.source === "model") {
      const answers = { id, subject, sender: sender.slice(0, MAX_ADDRESS), recipient, body };
      return openWriting(
        { ...fields, body: signed("", start.signature) },
        { ...options, mailToAnswer: answers, citedMail: answers },
      );
    }
    const answer = await emails.assist.call({
      action: "reply",
      context: { id, subject, sender, recipient, body },
    });
    if (answer.error || !answer.result) return void toast.failure(answer.error ?? t`AI request failed`);
    const citedMail = { subject, sender, body };
    openWriting({ ...fields, body: answer.result }, { ...options, citedMail });
    toast.success(t`Reply generated with AI!`, t`Built-in`);
  } catch (error) {
    toastFailure(t`AI request failed`, error);
  }
}

export async function forward(ids: readonly string[]): Promise<void> {
  const [first, ...others] = ids;
  if (first === undefined) return;
  const place = others.length > 0 ? undefined : answers.placeOf(first, "forward");
  if (place && answers.resume(place)) return;
  try {
    const [{ subject, body, accountId, signature }, ...forwarded] = await Promise.all([
      emails.startForward.call({ ids: [...ids] }),
      ...ids.slice(0, MAX_FILES_FROM).map((id) => emails.get.call({ id })),
    ]);
    const attachments = forwarded.flatMap((email) => email.attachments);
    const draft = { subject, accountId, body: signed(body, signature), attachments };
    openWriting(draft, place ? { place } : {});
  } catch (error) {
    toastFailureReason(t`Failed to fetch emails`, error);
  }
}

/** In the reader where the mail that it answers is open there, else in the dialog. */
function openWriting(draft: Partial<ComposeDraft>, options: ComposerOptions & { place?: AnswerPlace }): void {
  if (!options.place || !answers.open(newComposer(draft, options))) openComposer(draft, options);
}

const closeComposer = ({ key }: Composer) => {
  if (!answers.end(key)) closeDialog();
};

/** Files are attached from at most this many emails. */
const MAX_FILES_FROM = 20;

/** Undo of sending: moves the message back to the drafts and to where it was written, if it was not sent yet. */
async function undoSend(id: string, inReplyTo: string | null, place?: AnswerPlace): Promise<void> {
  try {
    const email = await emails.cancel.call({ id });
    emailRecords.receive([email]);
    const edited = { id, version: email.version };
    const isFree = place && !answers.has(place.threadId);
    openWriting(draftOf(email), { edited, inReplyTo, isDraft: true, ...(isFree && { place }) });
  } catch (error) {
    toast.failure(reasonOf(error));
    await emailRecords.fetch(id);
  }
}

const displayFields = ({
  body,
  html: _,
  accountId: __,
  isReceiptRequested: ___,
  attachmentIds,
  ...fields
}: Content) => ({
  ...fields,
  preview: body.replace(/\s+/g, " ").slice(0, 280),
  hasAttachments: attachmentIds.length > 0,
});

/** The email as shown until the server responds. */
function optimisticEmail(
  content: Content,
  state: Pick<EmailOnWire, "status" | "sentAt" | "scheduledSend">,
): EmailOnWire {
  const now = new Date().toISOString();
  const fields = displayFields(content);
  return {
    ...fields,
    ...state,
    id: crypto.randomUUID(),
    userId: "",
    sender: "",
    accountId: null,
    folder: "drafts",
    folderName: null,
    statusBefore: null,
    aiSummary: null,
    isRead: true,
    threadId: "",
    threadSize: 1,
    isStarred: false,
    snoozedUntil: null,
    remindAt: null,
    importance: importanceOf({ ...fields, ...state, sender: "" }),
    delivery: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    version: 0,
  };
}
