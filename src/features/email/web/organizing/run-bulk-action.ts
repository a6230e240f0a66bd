import { t } from "#i18n/message.ts";
import type { EmailOnWire } from "../../model.ts";
import { emails } from "../api.ts";
import { selection } from "../list/selection.ts";
import { emailRecords } from "../records.ts";
import { toastFailure, toastFailureReason } from "../toast-failure.ts";
import { offerUndoWhenDone } from "../undo-last-action.ts";

export type BulkAction = {
  change(email: EmailOnWire): EmailOnWire;
  send(input: { ids: string[] }): Promise<unknown>;
  success(count: number): string;
  failure: string;
  /** Of a single email: its failure toast also says why. */
  isOfOne?: boolean;
  /** Undoes the action on the server; returns all restored ids, including other emails. */
  undo(before: readonly EmailOnWire[]): Promise<{ ids: readonly string[] }>;
};

/** Shown at once, sent in one call, rolled back on failure; does nothing without ids (MAIL-42). */
export async function runBulkAction(ids: readonly string[], action: BulkAction): Promise<void> {
  const { change, send, success, failure, isOfOne, undo } = action;
  const before = ids.flatMap((id) => emailRecords.get(id) ?? []);
  if (before.length === 0) return;
  const ticked = selection.now();
  selection.replace(ticked.filter((id) => !ids.includes(id)));
  const sent = Promise.all(before.map(({ id }) => emailRecords.whenSaved(id))).then(() =>
    send({ ids: before.map(({ id }) => id) }),
  );
  const writes = before.map(({ id }) =>
    emailRecords.write(id, change, async (latest) => {
      await sent;
      return { ...change(latest), version: latest.version + 1 };
    }),
  );
  const done = Promise.all(writes);
  void offerUndoWhenDone(
    done.then(() => success(before.length)),
    () => void undoBulk(before, done, undo),
  );
  try {
    await done;
  } catch (error) {
    await Promise.allSettled(writes);
    selection.replace(ticked);
    if (isOfOne) return void toastFailureReason(failure, error);
    return void toastFailure(failure, error);
  }
}

/** Restores the previous state on screen at once; on the server after the action, and not at all if it failed. */
async function undoBulk(
  before: readonly EmailOnWire[],
  done: Promise<unknown>,
  undo: BulkAction["undo"],
): Promise<void> {
  // The action has reported its own failure, and then there is nothing to undo.
  const undone = done.then(
    () => undo(before),
    () => null,
  );
  const writes = before.map((email) =>
    emailRecords.write(
      email.id,
      ({ version }) => ({ ...email, version }),
      async (latest) => ((await undone) ? emails.get.call({ id: latest.id }) : latest),
    ),
  );
  try {
    await Promise.all(writes);
    const others = (await undone)?.ids.filter((id) => !before.some((email) => email.id === id)) ?? [];
    await Promise.all(others.map((id) => emailRecords.fetch(id)));
  } catch (error) {
    await Promise.allSettled(writes);
    if (before.length === 1) toastFailureReason(t`Failed to update email`, error);
    else toastFailure(t`Bulk update failed`, error);
  }
}
