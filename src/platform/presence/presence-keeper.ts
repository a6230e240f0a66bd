import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Announcement } from "#platform/capability/actor.ts";
import type { Database } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { Log } from "#platform/log/log.ts";

/** A process that misses three beats is taken for dead (functions.sql: 45 s). */
const BEAT_MS = 15_000;
/** A page that is loaded again is away for a moment; that is not leaving. */
const GRACE_MS = 4_000;

type Guest = {
  streams: number;
  /** As the database has it. */
  isEntered: boolean;
  settling: Promise<void> | null;
  leaving: NodeJS.Timeout | undefined;
};

type Parts = { database: Database; log: Log; beatMs?: number; graceMs?: number };

/**
 * Tells the database who has event streams open at this process. Only coming and going is written, not each tab; what
 * could not be written is tried again with the next beat.
 */
export class PresenceKeeper {
  readonly #database: Database;
  readonly #log: Log;
  readonly #beatMs: number;
  readonly #graceMs: number;
  readonly #processId = randomUUID();
  readonly #guests = new Map<string, Guest>();
  #beating: NodeJS.Timeout | undefined;

  constructor({ database, log, beatMs = BEAT_MS, graceMs = GRACE_MS }: Parts) {
    this.#database = database;
    this.#log = log;
    this.#beatMs = beatMs;
    this.#graceMs = graceMs;
  }

  async start(): Promise<void> {
    await this.beat();
    this.#beating = setInterval(() => {
      this.beat().catch((error: unknown) => this.#log.warn("presence cannot be kept", { error }));
    }, this.#beatMs);
    this.#beating.unref();
  }

  /** A stream of this person has begun; call the result when it has ended. */
  enter(userId: string): () => void {
    const guest = this.#guests.get(userId) ?? {
      streams: 0,
      isEntered: false,
      settling: null,
      leaving: undefined,
    };
    this.#guests.set(userId, guest);
    guest.streams += 1;
    stay(guest);
    void this.#settle(userId, guest);
    return () => {
      guest.streams -= 1;
      if (guest.streams > 0) return;
      stay(guest);
      guest.leaving = setTimeout(() => {
        guest.leaving = undefined;
        void this.#settle(userId, guest);
      }, this.#graceMs);
      guest.leaving.unref();
    };
  }

  /** Says that this process lives, and finds out which others do not. */
  async beat(): Promise<void> {
    const isUnbroken = await this.#database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<{ unbroken: boolean }>(
        sql`select beat_presence(${this.#processId}) as unbroken`,
      );
      return rows[0]?.unbroken ?? false;
    });
    await this.#end(null);
    for (const [userId, guest] of this.#guests) {
      if (!isUnbroken) guest.isEntered = false;
      if (!guest.leaving) void this.#settle(userId, guest);
    }
  }

  /** Everyone here is gone, at once. */
  async close(): Promise<void> {
    clearInterval(this.#beating);
    const guests = [...this.#guests.values()];
    guests.forEach(stay);
    this.#guests.clear();
    await Promise.all(guests.map(({ settling }) => settling));
    await this.#end(this.#processId).catch((error: unknown) =>
      this.#log.warn("presence cannot be taken back", { error }),
    );
  }

  /** Makes what the database says what is true here; one write after the other for each person. */
  async #settle(userId: string, guest: Guest): Promise<void> {
    guest.settling ??= this.#write(userId, guest)
      .catch((error: unknown) => this.#log.warn("presence cannot be written", { error, userId }))
      .finally(() => {
        guest.settling = null;
      });
    await guest.settling;
  }

  async #write(userId: string, guest: Guest): Promise<void> {
    while (guest.streams > 0 !== guest.isEntered && this.#guests.get(userId) === guest) {
      const isHere = guest.streams > 0;
      await this.#database.transaction(userId, "write", async (db) => {
        const change = isHere ? sql`enter_presence` : sql`leave_presence`;
        const { rows } = await db.execute<{ audience: string[] | null }>(
          sql`select ${change}(${this.#processId}) as audience`,
        );
        await recordAnnouncements(db, changes(userId, rows[0]?.audience, isHere));
      });
      guest.isEntered = isHere;
    }
    if (guest.streams === 0 && this.#guests.get(userId) === guest) this.#guests.delete(userId);
  }

  #end(processId: string | null): Promise<void> {
    return this.#database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<{ person: string; audience: string[] }>(
        sql`select person, audience from end_processes(${processId})`,
      );
      await recordAnnouncements(
        db,
        rows.flatMap(({ person, audience }) => changes(person, audience, false)),
      );
    });
  }
}

function stay(guest: Guest): void {
  clearTimeout(guest.leaving);
  guest.leaving = undefined;
}

/** Who comes is also told to look around again: others may have come at the same time. */
function changes(userId: string, audience: string[] | null | undefined, isHere: boolean): Announcement[] {
  const told = audience ? [{ resource: "presence", ids: [userId], audience }] : [];
  return isHere ? [...told, { resource: "presence", ids: [], audience: [userId] }] : told;
}
