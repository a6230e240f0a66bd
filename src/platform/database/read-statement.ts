import pg from "pg";
import type { Provenance } from "#platform/capability/provenance.ts";
import { declareRead } from "./guard-connection.ts";

export type Reader = { userId: string | null; provenance: Provenance };

/**
 * The settings of a read, for the transaction that they are run in (security.md D11). Returns no row, so that only the
 * result of the read is sent back; num_nulls makes PostgreSQL run every one of them.
 */
const SETTINGS = {
  name: "settings of a read",
  text: `select where num_nulls(set_config('transaction_read_only', 'on', true),
    set_config('app.user_id', $1, true), set_config('app.provenance', $2, true),
    set_config('statement_timeout', '10s', true), set_config('lock_timeout', '5s', true),
    set_config('idle_in_transaction_session_timeout', '30s', true)) > 6`,
};

/** Connections that have parsed SETTINGS. */
const prepared = new WeakSet<pg.ClientBase>();

export async function prepareForReads(client: pg.ClientBase): Promise<void> {
  if (prepared.has(client)) return;
  await client.query({ ...SETTINGS, values: ["", "outside"] });
  prepared.add(client);
}

/** A statement that works on those after it: they are one transaction with it, such as what a visitor reads as a page's owner. */
const LASTING = /\bset_config\s*\(|\bset\s+local\b|_xact_lock/i;

/** The statements of one read on its connection. Call `end` after the last one. */
export class Read {
  readonly #client: pg.ClientBase;
  readonly #reader: Reader;
  #isFirst = true;
  #isTransaction = false;

  constructor(client: pg.ClientBase, reader: Reader) {
    this.#client = client;
    this.#reader = reader;
  }

  async run(config: pg.QueryConfig): Promise<pg.QueryResult> {
    if (!this.#isTransaction && LASTING.test(config.text)) await this.#begin();
    if (this.#isTransaction) return this.#client.query(config);
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return runRead(this.#client, config, this.#reader, isFirst);
  }

  async end(outcome: "commit" | "rollback"): Promise<void> {
    if (this.#isTransaction) await this.#client.query(outcome);
  }

  async #begin(): Promise<void> {
    this.#isTransaction = true;
    await this.#client.query("begin read only");
    await this.#client.query({ ...SETTINGS, values: [this.#reader.userId ?? "", this.#reader.provenance] });
  }
}

/**
 * Runs one read in one round trip: the settings and the statement are written together and end with one Sync, which makes
 * them one transaction (PostgreSQL manual, 54.2.3). Needs `prepareForReads`.
 */
export function runRead(
  client: pg.ClientBase,
  config: pg.QueryConfig,
  { userId, provenance }: Reader,
  isFirst: boolean,
): Promise<pg.QueryResult> {
  return new Promise((done, failed) => {
    // With settings before it there are two results; their declared type knows only one.
    const answer = (error: Error | undefined, results: unknown) =>
      error ? failed(error) : done(Array.isArray(results) ? results.at(-1) : results);
    // Also without values: after a simple query there is no Sync, and the settings would outlive it.
    const extended = { ...config, queryMode: "extended" };
    const statement = new pg.Query(extended, answer);
    const submit = statement.submit;
    statement.submit = (connection) => {
      connection.stream.cork();
      connection.bind({ statement: SETTINGS.name, values: [userId ?? "", provenance] }, true);
      connection.execute({}, true);
      const refused = submit.call(statement, connection);
      connection.stream.uncork();
      return refused;
    };
    declareRead(statement, isFirst);
    client.query(statement);
  });
}
