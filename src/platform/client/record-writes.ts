import { t } from "#i18n/message.ts";
import type { StoredRecord } from "./record-source.ts";
import type { RecordStore } from "./record-store.ts";
import { ApiError } from "./resource-client.ts";

/** Shows the results of writes; the kit's `toast` is one. */
export type WriteReport = {
  success(title: string, message?: string): unknown;
  failure(title: string, message?: string): unknown;
  undo(title: string, onUndo: () => void): unknown;
  dismiss(id: number): unknown;
};

type Target = { id: string; version: number };
type Sending = { idempotencyKey?: string };

type WriteVerbs<R, C> = {
  update?: { call(input: Target & C, options?: Sending): Promise<R> };
  delete?: { call(input: { id: string }): Promise<unknown> };
  restore?: { call(input: { id: string }): Promise<R> };
  /** Deletes for good, from the trash. */
  erase?: { call(input: { id: string }): Promise<unknown> };
};

type Verb = "create" | "update" | "delete" | "restore";

type WriteOptions<R extends StoredRecord, C> = {
  records: RecordStore<R>;
  verbs: WriteVerbs<R, C>;
  report: WriteReport;
  /** What is said of a write that failed: 'Failed to update task' */
  failures: Partial<Record<Verb, string>>;
  /** Messages of success; an action without one shows none. */
  messages: { created?: string; updated?: string; deleted?: string };
  /** The record as it will be after a change, where a change has effects on other fields. */
  apply?(record: R, change: C): R;
};

/** The record as stored on the server, from the response of a version conflict; null for any other error. */
export function conflictingRecord<R>(error: unknown): R | null {
  const isConflict = error instanceof ApiError && error.code === "conflict";
  return isConflict && error.details.current ? (error.details.current as R) : null;
}

/** What the server said; undefined for an error of this page. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.message : undefined;

/** Shows a failure and returns its error, so that the caller can throw it. */
export function reportFailure(report: Pick<WriteReport, "failure">, title: string, error: unknown): unknown {
  report.failure(title, refusalOf(error));
  return error;
}

/**
 * How the pages write the records of one noun: a change is shown at once and reverted if the server refuses; a toast
 * shows the result and offers Undo; a conflict is returned to the form, because it is a question and not a failure.
 */
export class RecordWrites<R extends StoredRecord, C extends object = never> {
  readonly #options: WriteOptions<R, C>;
  #lastUndo: unknown;

  constructor(options: WriteOptions<R, C>) {
    this.#options = options;
  }

  /** Shows a failure and returns its error, so that the caller can throw it. */
  readonly failed = (title: string, error: unknown): unknown =>
    reportFailure(this.#options.report, title, error);

  /** Only the last of several quick actions offers Undo: a row of equal toasts would hide the page. */
  offerUndo(title: string, undo: () => void): void {
    const { report } = this.#options;
    if (typeof this.#lastUndo === "number") report.dismiss(this.#lastUndo);
    this.#lastUndo = report.undo(title, undo);
  }

  /** Runs a write of its own kind; false after the failure was shown. */
  async attempt(title: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.failed(title, error);
      return false;
    }
  }

  /** Shows the draft at once. Rejects, after the failure was shown, if the server refuses. */
  async create(draft: R, send: () => Promise<R>, isSilent = false): Promise<R> {
    const made = await this.#options.records.create(draft, send).catch((error: unknown) => {
      throw this.#failedTo("create", error);
    });
    if (!isSilent) this.#succeeded("created");
    return made;
  }

  /** Shows the record once the server has created it. */
  async createAfterAnswer(send: () => Promise<R>): Promise<R> {
    const made = await send().catch((error: unknown) => {
      throw this.#failedTo("create", error);
    });
    this.#options.records.receive([made]);
    this.#succeeded("created");
    return made;
  }

  /**
   * Saves what a form changed since `base`. Rejects if the server refuses: with the conflict itself, or after the
   * failure was shown.
   */
  async save(base: R, change: C, sending?: Sending): Promise<R | null> {
    const saved = await this.#options.records
      .write(
        base.id,
        (record) => this.#apply(record, change),
        ({ id }) => this.#update({ id, version: base.version }, change, sending),
      )
      .catch((error: unknown) => {
        throw conflictingRecord(error) ? error : this.#failedTo("update", error);
      });
    this.#succeeded("updated");
    return saved;
  }

  /** A deliberate change of single fields wins over concurrent ones: on a conflict it is sent for the newer version. */
  overwrite(id: string, change: C): Promise<R | null> {
    return this.#options.records.write(
      id,
      (record) => this.#apply(record, change),
      (latest) =>
        this.#update(latest, change).catch((error: unknown) => {
          const newer = conflictingRecord<R>(error);
          if (!newer) throw error;
          return this.#update(newer, change);
        }),
    );
  }

  /** Changes single fields, whatever others changed in the rest; Undo restores these fields. */
  async change(record: R, changed: C): Promise<void> {
    const { messages } = this.#options;
    const fields = Object.keys(changed);
    const before = Object.fromEntries(fields.map((field) => [field, Reflect.get(record, field)])) as C;
    const write = (values: C) =>
      this.attempt(this.#failureOf("update"), () => this.overwrite(record.id, values));
    if (!(await write(changed)) || !messages.updated) return;
    this.offerUndo(messages.updated, () => void write(before));
  }

  /** To the trash, where it stays for 30 days; `send` where more than one call is needed. False if refused. */
  moveToTrash({ id }: R, send = (latest: R) => this.#call("delete", latest.id)): Promise<boolean> {
    const { records } = this.#options;
    const inTrash = (record: R): R => ({ ...record, deletedAt: new Date().toISOString() });
    return this.attempt(this.#failureOf("delete"), () =>
      records.write(id, inTrash, async (latest) => {
        await send(latest);
        return inTrash(latest);
      }),
    );
  }

  /** To the trash, with Undo. */
  async delete(record: R): Promise<void> {
    const { report, messages } = this.#options;
    if (!(await this.moveToTrash(record)) || !messages.deleted) return;
    report.undo(messages.deleted, () => void this.restore(record));
  }

  async restore(record: R): Promise<void> {
    const { records } = this.#options;
    const id = records.confirmedId(record.id);
    await this.attempt(this.#failureOf("restore"), () =>
      records.create({ ...record, id, deletedAt: null }, () => this.#call("restore", id) as Promise<R>),
    );
  }

  /** Deletes for good, from the trash. */
  async erase({ id }: R): Promise<void> {
    const { records } = this.#options;
    const none = () => undefined;
    await this.attempt(this.#failureOf("delete"), () =>
      records.write(id, none, async () => {
        await this.#call("erase", id);
        return null;
      }),
    );
  }

  #apply(record: R, change: C): R {
    return this.#options.apply?.(record, change) ?? { ...record, ...change };
  }

  #update({ id, version }: Target, change: C, sending?: Sending): Promise<R> {
    const { verbs } = this.#options;
    if (!verbs.update) throw new Error("These records have no update");
    return verbs.update.call({ id, version, ...change }, sending);
  }

  async #call(verb: "delete" | "restore" | "erase", id: string): Promise<unknown> {
    const { verbs } = this.#options;
    if (!verbs[verb]) throw new Error(`These records have no ${verb}`);
    return verbs[verb].call({ id });
  }

  #failureOf(verb: Verb): string {
    return this.#options.failures[verb] ?? t`Failed`;
  }

  #failedTo(verb: Verb, error: unknown): unknown {
    return this.failed(this.#failureOf(verb), error);
  }

  #succeeded(kind: "created" | "updated"): void {
    const { report, messages } = this.#options;
    const message = messages[kind];
    if (message) report.success(message);
  }
}
