import { liveStore } from "#platform/client/live-records.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/toast.ts";
import { ARCHIVED, type EmailOnWire, MAX_BULK } from "../model.ts";
import { emails } from "./api.ts";
import { formatMoment } from "./format-moment.ts";
import { emailRecords } from "./records.ts";
import { selection } from "./selection.ts";

/** Shows the toast of a failure and gives the error back. */
export function told(title: string, error: unknown): unknown {
  toast.failure(title, error instanceof ApiError ? error.message : undefined);
  return error;
}

/** 'Failed to save email: …' with what the server says. */
export function toldWhy(title: string, error: unknown): unknown {
  toast.failure(`${title}: ${reasonOf(error)}`);
  return error;
}

export const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : "unknown error";

export const archive = (ids: readonly string[]) =>
  bulk(ids, {
    change: (email) => ({ ...email, category: ARCHIVED }),
    send: emails.archive.call,
    success: (count) => `Archived ${count} email(s)`,
    failure: "Bulk archive failed",
    undo: (before) =>
      restoreMarks(
        before.map(({ id, category }) => ({ id, category })),
        "Bulk update failed",
      ),
  });

/** Whole conversations, each named by its newest email. */
export const archiveThreads = (ids: readonly string[]) =>
  bulk(ids, {
    change: (email) => ({ ...email, category: ARCHIVED }),
    send: (input) => emails.archive.call({ ...input, threads: true }),
    success: (count) => `Archived ${count} email(s)`,
    failure: "Bulk archive failed",
    undo: (before) => unarchive(before.map(({ id }) => id)),
  });

/** Back to the inbox, with the category that they had. */
export async function unarchive(ids: readonly string[]): Promise<void> {
  try {
    await emails.unarchive.call({ ids: [...ids], threads: true });
    await Promise.all(ids.map((id) => emailRecords.fetch(id)));
  } catch (error) {
    told("Bulk update failed", error);
  }
}

export const deleteThreads = (ids: readonly string[]) =>
  bulk(ids, {
    ...DELETING,
    ...deletingThreads(),
    success: (count) => `Deleted ${count} email(s)`,
    failure: "Bulk delete failed",
  });

/** What goes with a conversation is known when it has gone. */
function deletingThreads(): Pick<Bulk, "send" | "undo"> {
  let gone: readonly string[] = [];
  return {
    send: async (input) => {
      gone = (await emails.deleteMany.call({ ...input, threads: true })).ids;
    },
    undo: async (before) => {
      const ids = [...new Set([...before.map(({ id }) => id), ...gone])];
      for (let done = 0; done < ids.length; done += MAX_BULK) await restore(ids.slice(done, done + MAX_BULK));
    },
  };
}

export const markManyFailed = (ids: readonly string[]) =>
  bulk(ids, { ...MARKING, success: (count) => `Updated ${count} email(s)`, failure: "Bulk update failed" });

/** The same for one, from its menu. */
export const markFailed = ({ id }: EmailOnWire) =>
  bulk([id], { ...MARKING, success: () => "Email updated successfully", failure: "Failed to update email" });

export const deleteMany = (ids: readonly string[]) =>
  bulk(ids, { ...DELETING, success: (count) => `Deleted ${count} email(s)`, failure: "Bulk delete failed" });

export const deleteEmail = ({ id }: EmailOnWire) =>
  bulk([id], { ...DELETING, success: () => "Email deleted successfully", failure: "Failed to delete email" });

export async function restore(ids: readonly string[]): Promise<void> {
  try {
    await emails.restoreMany.call({ ids: [...ids] });
    await Promise.all(ids.map((id) => emailRecords.fetch(id)));
  } catch (error) {
    toldWhy("Failed to update email", error);
  }
}

/** Quietly, as reading. */
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
    .catch((error: unknown) => toldWhy("Failed to update email", error));
}

/** Conversations leave the inbox until then; null brings them back. */
export const snooze = (ids: readonly string[], until: Date | null): Promise<void> =>
  bulk(ids, {
    change: (email) => ({
      ...email,
      snoozedUntil: until?.toISOString() ?? null,
      ...(until && { isRead: false }),
    }),
    send: (input) => emails.snooze.call({ ...input, threads: true, until: until?.toISOString() ?? null }),
    success: () => (until ? `Snoozed until ${formatMoment(until.toISOString())}` : "Back in the inbox"),
    failure: "Bulk update failed",
    undo: (before) =>
      snooze(
        before.map(({ id }) => id),
        null,
      ),
  });

/** A notification where nobody has answered by then. */
export async function remindOf({ id }: EmailOnWire, at: Date | null): Promise<void> {
  try {
    emailRecords.receive([await emails.remind.call({ id, at: at?.toISOString() ?? null })]);
    if (at) toast.success("You hear of it again unless somebody answers", formatMoment(at.toISOString()));
    else toast.success("You are not reminded any more");
  } catch (error) {
    toldWhy("Failed to update email", error);
  }
}

/** The emails of an open conversation, quietly and in one call. */
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
  ).catch((error: unknown) => toldWhy("Failed to update email", error));
}

/** Quietly: reading is no act that asks for words. */
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
    .catch((error: unknown) => toldWhy("Failed to update email", error));
}

export async function sendAgain({ id }: EmailOnWire): Promise<void> {
  try {
    emailRecords.receive([await emails.retry.call({ id })]);
    toast.success("Email updated successfully");
  } catch (error) {
    toldWhy("Failed to update email", error);
  }
}

export async function unmarkFailed({ id }: EmailOnWire): Promise<void> {
  try {
    await emails.unmarkFailed.call({ ids: [id] });
    await emailRecords.fetch(id);
    toast.success("Email updated successfully");
  } catch (error) {
    toldWhy("Failed to update email", error);
  }
}

export async function summarize({ id, version: _ }: EmailOnWire): Promise<void> {
  try {
    const { subject, sender, body } = await emails.get.call({ id });
    const { result, error, source } = await emails.assist.call({
      action: "summarize",
      context: { subject, sender, body },
    });
    if (error || !result) return void toast.failure(error ?? "AI request failed");
    await emails.updateMany.call({ changes: [{ id, aiSummary: result }] });
    await emailRecords.fetch(id);
    toast.success("Email summarized with AI!", source === "model" ? undefined : "Built-in");
  } catch (error) {
    told("AI request failed", error);
  }
}

type Bulk = {
  change(email: EmailOnWire): EmailOnWire;
  send(input: { ids: string[] }): Promise<unknown>;
  success(count: number): string;
  failure: string;
  undo(before: readonly EmailOnWire[]): Promise<void>;
};

const DELETING = {
  change: (email: EmailOnWire) => ({ ...email, deletedAt: new Date().toISOString() }),
  send: (input: { ids: string[] }) => emails.deleteMany.call(input),
  undo: (before: readonly EmailOnWire[]) => restore(before.map(({ id }) => id)),
};

const MARKING = {
  change: (email: EmailOnWire): EmailOnWire =>
    email.status === "failed" ? email : { ...email, status: "failed", statusBefore: email.status },
  send: (input: { ids: string[] }) => emails.markFailed.call(input),
  undo: async (before: readonly EmailOnWire[]) => {
    const ids = before.map(({ id }) => id);
    try {
      await emails.unmarkFailed.call({ ids });
      await Promise.all(ids.map((id) => emailRecords.fetch(id)));
    } catch (error) {
      told("Bulk update failed", error);
    }
  },
};

let lastUndo = 0;

/** The undo of the last act, for the key z. */
let undoLast: (() => void) | null = null;

liveStore("emails", {
  hear: async () => {},
  forget: () => {
    undoLast = null;
  },
});

export function undo(): void {
  toast.dismiss(lastUndo);
  undoLast?.();
  undoLast = null;
}

/** Shown at once, sent in one call, taken back where it fails; nothing where nothing is meant (MAIL-42). */
async function bulk(ids: readonly string[], { change, send, success, failure, undo }: Bulk): Promise<void> {
  const before = ids.flatMap((id) => emailRecords.get(id) ?? []);
  if (before.length === 0) return;
  const ticked = selection.now();
  selection.replace(ticked.filter((id) => !ids.includes(id)));
  const sent = Promise.all(before.map(({ id }) => emailRecords.settled(id))).then(() =>
    send({ ids: before.map(({ id }) => id) }),
  );
  const writes = before.map(({ id }) =>
    emailRecords.write(id, change, async (latest) => {
      await sent;
      return { ...change(latest), version: latest.version + 1 };
    }),
  );
  try {
    await Promise.all(writes);
  } catch (error) {
    await Promise.allSettled(writes);
    selection.replace(ticked);
    if (before.length === 1 && failure.startsWith("Failed")) return void toldWhy(failure, error);
    return void told(failure, error);
  }
  offerUndo(success(before.length), () => void undo(before));
}

/** Only the last of many quick acts offers its Undo: a row of equal toasts would hide the page. */
export function offerUndo(title: string, act: () => void): void {
  toast.dismiss(lastUndo);
  undoLast = act;
  lastUndo = toast.undo(title, () => {
    undoLast = null;
    act();
  });
}

async function restoreMarks(changes: { id: string; category: string | null }[], failure: string) {
  try {
    await emails.updateMany.call({ changes });
    await Promise.all(changes.map(({ id }) => emailRecords.fetch(id)));
  } catch (error) {
    told(failure, error);
  }
}
