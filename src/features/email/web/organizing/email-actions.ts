import { plural, t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { MailboxRole } from "../../account-model.ts";
import { ARCHIVED, type EmailOnWire, MAX_BULK } from "../../model.ts";
import { emails } from "../api.ts";
import { formatMoment } from "../format-moment.ts";
import { emailRecords } from "../records.ts";
import { toastFailure, toastFailureReason } from "../toast-failure.ts";
import { type BulkAction, runBulkAction } from "./run-bulk-action.ts";

const archivedWords = (count: number) =>
  plural(count, { one: `Archived ${count} email(s)`, other: `Archived ${count} email(s)` });
const deletedWords = (count: number) =>
  plural(count, { one: `Deleted ${count} email(s)`, other: `Deleted ${count} email(s)` });
const updatedWords = (count: number) =>
  plural(count, { one: `Updated ${count} email(s)`, other: `Updated ${count} email(s)` });

export const archive = (ids: readonly string[]) =>
  runBulkAction(ids, {
    change: (email) => ({ ...email, category: ARCHIVED }),
    send: emails.archive.call,
    success: archivedWords,
    failure: t`Bulk archive failed`,
    undo: (before) =>
      emails.updateMany.call({ changes: before.map(({ id, category }) => ({ id, category })) }),
  });

/** Whole conversations, each named by its newest email. */
export const archiveThreads = (ids: readonly string[]) =>
  runBulkAction(ids, {
    change: (email) => ({ ...email, category: ARCHIVED }),
    send: (input) => emails.archive.call({ ...input, threads: true }),
    success: archivedWords,
    failure: t`Bulk archive failed`,
    undo: (before) => emails.unarchive.call({ ids: idsOf(before), threads: true }),
  });

/** Moves conversations back to the inbox, with their previous category, which only the server knows. */
export async function unarchive(ids: readonly string[]): Promise<void> {
  let returned: readonly string[] = [];
  await runBulkAction(ids, {
    change: (email) => ({ ...email, category: null }),
    send: async (input) => {
      returned = (await emails.unarchive.call({ ...input, threads: true })).ids;
    },
    success: () => t`Back in the inbox`,
    failure: t`Bulk update failed`,
    undo: async () => {
      for (const some of inBulks(returned)) await emails.archive.call({ ids: some });
      return { ids: returned };
    },
  });
  await Promise.all(ids.map((id) => emailRecords.fetch(id)));
}

export const deleteThreads = (ids: readonly string[]) =>
  runBulkAction(ids, {
    ...DELETING,
    ...deletingThreads(),
    success: deletedWords,
    failure: t`Bulk delete failed`,
  });

/** The other emails of a conversation are known only from the server's response. */
function deletingThreads(): Pick<BulkAction, "send" | "undo"> {
  let trashedIds: readonly string[] = [];
  return {
    send: async (input) => {
      trashedIds = (await emails.deleteMany.call({ ...input, threads: true })).ids;
    },
    undo: async (before) => {
      const ids = [...new Set([...idsOf(before), ...trashedIds])];
      for (const some of inBulks(ids)) await emails.restoreMany.call({ ids: some });
      return { ids };
    },
  };
}

export const markManyFailed = (ids: readonly string[]) =>
  runBulkAction(ids, {
    ...MARKING,
    success: updatedWords,
    failure: t`Bulk update failed`,
  });

/** The same for one, from its menu. */
export const markFailed = ({ id }: EmailOnWire) =>
  runBulkAction([id], {
    ...MARKING,
    success: () => t`Email updated successfully`,
    failure: t`Failed to update email`,
    isOfOne: true,
  });

export const deleteMany = (ids: readonly string[]) =>
  runBulkAction(ids, {
    ...DELETING,
    success: deletedWords,
    failure: t`Bulk delete failed`,
  });

export const deleteEmail = ({ id }: EmailOnWire) =>
  runBulkAction([id], {
    ...DELETING,
    success: () => t`Email deleted successfully`,
    failure: t`Failed to delete email`,
    isOfOne: true,
  });

export async function restore(ids: readonly string[]): Promise<void> {
  try {
    await emails.restoreMany.call({ ids: [...ids] });
    await Promise.all(ids.map((id) => emailRecords.fetch(id)));
  } catch (error) {
    toastFailureReason(t`Failed to update email`, error);
  }
}

/** Without a toast, like reading. */
export function toggleStar({ id, isStarred }: EmailOnWire): void {
  void emailRecords
    .write(
      id,
      (before) => ({ ...before, isStarred: !isStarred }),
      async (latest) => {
        await emails.updateMany.call({ changes: [{ id: latest.id, isStarred: !isStarred }] });
        return { ...latest, isStarred: !isStarred, version: latest.version + 1 };
      },
    )
    .catch((error: unknown) => toastFailureReason(t`Failed to update email`, error));
}

/** Conversations are hidden from the inbox until then; null returns them at once. */
export function snooze(ids: readonly string[], until: Date | null): Promise<void> {
  let earlier: { id: string; until: string }[] = [];
  return runBulkAction(ids, {
    change: (email) => ({
      ...email,
      snoozedUntil: until?.toISOString() ?? null,
      ...(until && { isRead: false }),
    }),
    send: async (input) => {
      const request = { ...input, threads: true, until: until?.toISOString() ?? null };
      ({ earlier } = await emails.snooze.call(request));
    },
    success: () => (until ? t`Snoozed until ${formatMoment(until.toISOString())}` : t`Back in the inbox`),
    failure: t`Bulk update failed`,
    undo: (before) => emails.snooze.call({ ids: idsOf(before), threads: true, until: null, earlier }),
  });
}

/** A notification is sent where nobody has replied by then. */
export async function remindOf({ id }: EmailOnWire, at: Date | null): Promise<void> {
  try {
    emailRecords.receive([await emails.remind.call({ id, at: at?.toISOString() ?? null })]);
    if (at) toast.success(t`You will be reminded unless someone replies`, formatMoment(at.toISOString()));
    else toast.success(t`You are not reminded any more`);
  } catch (error) {
    toastFailureReason(t`Failed to update email`, error);
  }
}

type Folder = { id: string; name: string; role: MailboxRole };

/** Moves to a folder of the account, with `threads` whole conversations. */
export function moveTo(ids: readonly string[], folder: Folder, { threads = false } = {}): Promise<void> {
  let places: { id: string; mailboxId: string }[] = [];
  const isArchive = folder.role === "archive" || folder.role === "all";
  return runBulkAction(ids, {
    change: (email) => ({
      ...email,
      folder: folder.role === "all" ? "archive" : folder.role,
      category: isArchive ? ARCHIVED : email.category === ARCHIVED ? null : email.category,
    }),
    send: async (input) => {
      ({ places } = await emails.move.call({ ...input, mailboxId: folder.id, threads }));
    },
    success: (count) =>
      plural(count, {
        one: `Moved ${count} email(s) to '${folder.name}'`,
        other: `Moved ${count} email(s) to '${folder.name}'`,
      }),
    failure: t`Bulk update failed`,
    undo: async () => {
      for (const [mailboxId, there] of Map.groupBy(places, (place) => place.mailboxId))
        await emails.move.call({ ids: idsOf(there), mailboxId });
      return { ids: idsOf(places) };
    },
  });
}

/** Marks the emails of an open conversation as read, without a toast, in one call. */
export async function markAllRead(opened: readonly EmailOnWire[]): Promise<void> {
  const unread = opened.filter(({ status, isRead }) => status === "received" && !isRead);
  const [first] = unread;
  if (unread.length <= 1) return first && markRead(first, true);
  const sent = emails.updateMany.call({ changes: unread.map(({ id }) => ({ id, isRead: true })) });
  emailRecords.receive(unread);
  await Promise.all(
    unread.map(({ id }) =>
      emailRecords.write(
        id,
        (before) => ({ ...before, isRead: true }),
        async (latest) => {
          await sent;
          return { ...latest, isRead: true, version: latest.version + 1 };
        },
      ),
    ),
  ).catch((error: unknown) => toastFailureReason(t`Failed to update email`, error));
}

/** Without a toast: reading needs no confirmation. */
export function markRead(email: EmailOnWire, isRead: boolean): void {
  if (email.status !== "received" || email.isRead === isRead) return;
  void emailRecords
    .write(
      email.id,
      (before) => ({ ...before, isRead }),
      async (latest) => {
        await emails.updateMany.call({ changes: [{ id: latest.id, isRead }] });
        return { ...latest, isRead, version: latest.version + 1 };
      },
    )
    .catch((error: unknown) => toastFailureReason(t`Failed to update email`, error));
}

export async function sendAgain({ id }: EmailOnWire): Promise<void> {
  try {
    emailRecords.receive([await emails.retry.call({ id })]);
    toast.success(t`Email updated successfully`);
  } catch (error) {
    toastFailureReason(t`Failed to update email`, error);
  }
}

/** An uncertain message, of which its writer knows that it arrived. */
export async function markSent({ id }: EmailOnWire): Promise<void> {
  try {
    emailRecords.receive([await emails.markSent.call({ id })]);
    toast.success(t`Email updated successfully`);
  } catch (error) {
    toastFailureReason(t`Failed to update email`, error);
  }
}

export async function unmarkFailed({ id }: EmailOnWire): Promise<void> {
  try {
    await emails.unmarkFailed.call({ ids: [id] });
    await emailRecords.fetch(id);
    toast.success(t`Email updated successfully`);
  } catch (error) {
    toastFailureReason(t`Failed to update email`, error);
  }
}

export async function summarize({ id, version: _ }: EmailOnWire): Promise<void> {
  try {
    const { subject, sender, body } = await emails.get.call({ id });
    const { result, error, source } = await emails.assist.call({
      action: "summarize",
      context: { subject, sender, body },
    });
    if (error || !result) return void toast.failure(error ?? t`AI request failed`);
    await emails.updateMany.call({ changes: [{ id, aiSummary: result }] });
    await emailRecords.fetch(id);
    toast.success(t`Email summarized with AI!`, source === "model" ? undefined : t`Built-in`);
  } catch (error) {
    toastFailure(t`AI request failed`, error);
  }
}

const DELETING = {
  change: (email: EmailOnWire) => ({ ...email, deletedAt: new Date().toISOString() }),
  send: (input: { ids: string[] }) => emails.deleteMany.call(input),
  undo: (before: readonly EmailOnWire[]) => emails.restoreMany.call({ ids: idsOf(before) }),
};

const MARKING = {
  change: (email: EmailOnWire): EmailOnWire =>
    email.status === "failed" ? email : { ...email, status: "failed", statusBefore: email.status },
  send: (input: { ids: string[] }) => emails.markFailed.call(input),
  undo: (before: readonly EmailOnWire[]) => emails.unmarkFailed.call({ ids: idsOf(before) }),
};

/** As many as one call takes. */
const inBulks = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_BULK) }, (_, bulk) =>
    ids.slice(bulk * MAX_BULK, (bulk + 1) * MAX_BULK),
  );

const idsOf = (emails: readonly { id: string }[]) => emails.map(({ id }) => id);
