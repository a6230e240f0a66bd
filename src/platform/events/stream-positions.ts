import type { Database } from "#platform/database/database.ts";

/** One stored announcement as a stream sends it. */
export type StoredFact = { id: number; resource: string; ids: string[] };

/** Beyond this many announcements at once, a resync is sent instead. */
export const MAX_CATCH_UP = 500;

/** Where a stream begins. */
export type StreamPosition = {
  /** The id of the person's latest announcement; 0 where there is none. */
  latest: number;
  /** False if the id that the stream resumes after is not stored (any more). */
  isKnown: boolean;
  /** What came after that id; one more than may be sent means that there is more. */
  missed: StoredFact[];
};

type Question = { userId: string; lastId: number | null; answer: PromiseWithResolvers<StreamPosition> };
type Row = { latest: string; isKnown: boolean; missed: StoredFact[] | null };

/** Streams in one statement; each may have missed hundreds of rows. */
const MAX_BATCH = 500;

/**
 * Finds where streams begin, in one statement for all that open at the same time: after a restart every open page
 * reconnects at once.
 */
export class StreamPositions {
  readonly #database: Database;
  #waiting: Question[] = [];
  #isReading = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** `lastId`: what the stream received last (0: nothing; null: it begins now). */
  find(userId: string, lastId: number | null): Promise<StreamPosition> {
    const answer = Promise.withResolvers<StreamPosition>();
    this.#waiting.push({ userId, lastId, answer });
    if (!this.#isReading) void this.#readAll();
    return answer.promise;
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    // Lets all streams of the same tick ask first.
    await null;
    while (this.#waiting.length > 0) await this.#read(this.#waiting.splice(0, MAX_BATCH));
    this.#isReading = false;
  }

  async #read(batch: readonly Question[]): Promise<void> {
    try {
      const { rows } = await this.#database.pool.query<Row>({
        name: "stream-positions",
        text: 'select latest, is_known as "isKnown", missed from stream_positions($1::uuid[], $2::bigint[], $3)',
        values: [batch.map(({ userId }) => userId), batch.map(({ lastId }) => lastId), MAX_CATCH_UP + 1],
      });
      batch.forEach(({ answer }, place) => {
        const row = rows[place];
        if (!row) throw new Error("A stream has no position");
        answer.resolve({ latest: Number(row.latest), isKnown: row.isKnown, missed: row.missed ?? [] });
      });
    } catch (error) {
      for (const { answer } of batch) answer.reject(error);
    }
  }
}
