import { t } from "#i18n/message.ts";
import { RecordWrites } from "#platform/client/record-writes.ts";
import { readerDayAt } from "#platform/time/reader-clock.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { CommitmentOnWire, CommitmentState, OwedBy } from "../commitment-model.ts";
import { commitments } from "./api.ts";
import { nameOf, titleOf } from "./describe-promise.ts";
import { commitmentRecords } from "./records.ts";

type Change = { what?: string; due?: string | null; hasTime?: boolean };

const promiseWrites = new RecordWrites<CommitmentOnWire, Change>({
  records: commitmentRecords,
  verbs: { update: commitments.update },
  report: toast,
  failures: { update: t`Failed to update promise` },
  messages: {},
});

const ACTS = {
  accept: { to: "open", done: (title: string) => t`Accepted: '${title}'` },
  refuse: { to: "refused", done: (title: string) => t`Refused: '${title}'` },
  markMet: { to: "met", done: (title: string) => t`Met: '${title}'` },
  drop: { to: "dropped", done: (title: string) => t`Dropped: '${title}'` },
  reopen: { to: "open", done: (title: string) => t`Reopened: '${title}'` },
} as const satisfies Record<string, { to: CommitmentState; done(title: string): string }>;
export type Act = keyof typeof ACTS;

/** Shown at once. Undo restores the state from before, with its evidence. */
export async function act(name: Act, promise: CommitmentOnWire): Promise<void> {
  const { to, done } = ACTS[name];
  const { state, evidence, supersededBy } = promise;
  const isDone = await promiseWrites.attempt(t`That was not done`, () =>
    commitmentRecords.write(
      promise.id,
      (record) => ({
        ...record,
        ...{ state: to, evidence: null, supersededBy: null, updatedAt: new Date().toISOString() },
      }),
      ({ id }) => commitments[name].call({ id }),
    ),
  );
  if (!isDone) return;
  promiseWrites.offerUndo(
    done(titleOf(promise)),
    () =>
      void promiseWrites.attempt(t`That was not undone`, () =>
        commitmentRecords.write(
          promise.id,
          (record) => ({ ...record, state, evidence, supersededBy }),
          ({ id }) => commitments.restore.call({ id, state, evidence, supersededBy }),
        ),
      ),
  );
}

/** The last minute of the day `days` from now: how a day without a time is stored. */
export const endOfDay = (days: number): Date =>
  new Date(readerDayAt(new Date(), days + 1, 0).getTime() - 60_000);

export const moveDue = (promise: CommitmentOnWire, due: Date | null, hasTime = false): Promise<boolean> =>
  editPromise(promise, { due: due?.toISOString() ?? null, hasTime });

/** Undo deletes the task. */
export async function makeTask(promise: CommitmentOnWire): Promise<void> {
  const { tasks } = await import("#features/tasks/web/api.ts");
  await promiseWrites.attempt(t`Failed to create task`, async () => {
    const made = await commitments.makeTask.call({ id: promise.id });
    commitmentRecords.receive([made]);
    const { taskId } = made;
    if (!taskId) return;
    promiseWrites.offerUndo(
      t`Task created: '${titleOf(promise)}'`,
      () => void promiseWrites.attempt(t`That was not undone`, () => tasks.delete.call({ id: taskId })),
    );
  });
}

/** Writes the draft and gives its id; null if the server refused. Undo deletes it. */
export async function nudge(promise: CommitmentOnWire): Promise<string | null> {
  const { emails } = await import("#features/email/web/api.ts");
  let draft: string | null = null;
  await promiseWrites.attempt(t`The draft could not be written`, async () => {
    const { emailId } = await commitments.nudge.call({ id: promise.id });
    draft = emailId;
    promiseWrites.offerUndo(
      t`Draft to ${nameOf(promise)} created`,
      () => void promiseWrites.attempt(t`That was not undone`, () => emails.delete.call({ id: emailId })),
    );
  });
  return draft;
}

type NewPromise = {
  owedBy: OwedBy;
  what: string;
  party: string | null;
  partyName: string;
  due: string | null;
};

/** False after the failure was shown; Undo restores what was there before. */
export async function editPromise(promise: CommitmentOnWire, change: Change): Promise<boolean> {
  const { what, due, hasTime } = promise;
  const write = (values: Change) =>
    promiseWrites.attempt(t`Failed to update promise`, () => promiseWrites.overwrite(promise.id, values));
  const isSaved = await write(change);
  if (isSaved) promiseWrites.offerUndo(t`Promise updated`, () => void write({ what, due, hasTime }));
  return isSaved;
}

/** False after the failure was shown; Undo drops it. */
export async function createPromise(fields: NewPromise): Promise<boolean> {
  return promiseWrites.attempt(t`That was not written down`, async () => {
    const made = await commitments.create.call(fields);
    commitmentRecords.receive([made]);
    promiseWrites.offerUndo(t`Written down: '${titleOf(made)}'`, () => void drop(made));
  });
}

const drop = (made: CommitmentOnWire) =>
  promiseWrites.attempt(t`That was not undone`, () =>
    commitmentRecords.write(
      made.id,
      (record) => ({ ...record, state: "dropped" }),
      ({ id }) => commitments.drop.call({ id }),
    ),
  );
