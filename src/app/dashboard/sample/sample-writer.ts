import type { InferInsertModel } from "drizzle-orm";
import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Transaction } from "#platform/database/database.ts";
import { sampleRecords } from "../tables.ts";

type Identified<T extends PgTable> = InferInsertModel<T> & { id: string };

/** Inserts many rows per statement and records each, so that the sample can be removed again. */
export class SampleWriter {
  readonly db: Transaction;
  readonly userId: string;
  readonly now: Date;
  readonly #records: (typeof sampleRecords.$inferInsert)[] = [];

  constructor({ db, actor, now }: SignedIn) {
    this.db = db;
    this.userId = actor.userId;
    this.now = now;
  }

  async insert<T extends PgTable>(table: T, rows: readonly Identified<T>[]): Promise<void> {
    if (rows.length === 0) return;
    await this.db.insert(table).values([...rows] as never);
    this.remember(getTableName(table), rows);
  }

  remember(kind: string, rows: readonly { id: string }[]): void {
    for (const { id } of rows) this.#records.push({ userId: this.userId, kind, recordId: id });
  }

  /** Call it last. */
  async saveRecords(): Promise<void> {
    await this.db.insert(sampleRecords).values(this.#records);
  }

  /** Row-level security lets everyone write in their own name only, so colleagues write theirs themselves. */
  async as(userId: string, write: () => Promise<void>): Promise<void> {
    await this.#setCurrentUser(userId);
    await write();
    await this.#setCurrentUser(this.userId);
  }

  #setCurrentUser = (userId: string) =>
    this.db.execute(sql`select set_config('app.user_id', ${userId}, true)`);
}
