import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Announcement } from "#platform/capability/actor.ts";
import type { Database } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { Log } from "#platform/log/log.ts";

/** A process that misses three heartbeats counts as dead (functions.sql: 45 s). */
const HEARTBEAT_MS = 15_000;
/** A page reload disconnects for a moment; that does not count as leaving. */
const GRACE_MS = 4_000;

type ConnectedUser = {
  streams: number;
  /** As stored in the database. */
  isEntered: boolean;
  pendingWrite: Promise<void> | null;
  leaveTimer: NodeJS.Timeout | undefined;
};

/** Where this process stores files, and in words; a process that stores them elsewhere cannot open them. */
export type FilesPlace = { place: string; location: string };

type Parts = {
  database: Database;
  log: Log;
  files?: FilesPlace | null;
  heartbeatMs?: number;
  graceMs?: number;
};

/**
 * Records in the database who has event streams open at this process. Only the first stream and the end of the last one
 * are written, not each tab; failed writes are retried at the next heartbeat.
 */
export class PresenceTracker {
  readonly #database: Database;
  readonly #log: Log;
  readonly #files: FilesPlace | null;
  readonly #heartbeatMs: number;
  readonly #graceMs: number;
  readonly #processId = randomUUID();
  readonly #users = new Map<string, ConnectedUser>();
  #heartbeat: NodeJS.Timeout | undefined;

  constructor({
    database,
    log,
    files = null,
    heartbeatMs: beatMs = HEARTBEAT_MS,
    graceMs = GRACE_MS,
  }: Parts) {
    this.#database = database;
    this.#log = log;
    this.#files = files;
    this.#heartbeatMs = beatMs;
    this.#graceMs = graceMs;
  }

  async start(): Promise<void> {
    await this.heartbeat();
    this.#heartbeat = setInterval(() => {
      this.heartbeat().catch((error: unknown) => this.#log.warn("Presence was not updated", { error }));
    }, this.#heartbeatMs);
    this.#heartbeat.unref();
  }

  /** A stream of this person has begun; call the returned function when it has ended. */
  enter(userId: string): () => void {
    const user = this.#users.get(userId) ?? {
      streams: 0,
      isEntered: false,
      pendingWrite: null,
      leaveTimer: undefined,
    };
    this.#users.set(userId, user);
    user.streams += 1;
    cancelLeave(user);
    void this.#synchronize(userId, user);
    return () => {
      user.streams -= 1;
      if (user.streams > 0) return;
      cancelLeave(user);
      user.leaveTimer = setTimeout(() => {
        user.leaveTimer = undefined;
        void this.#synchronize(userId, user);
      }, this.#graceMs);
      user.leaveTimer.unref();
    };
  }

  /** Records that this process is alive, and removes processes that are not. */
  async heartbeat(): Promise<void> {
    const isUnbroken = await this.#database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<{ unbroken: boolean }>(
        sql`select heartbeat_presence(${this.#processId}, ${this.#files?.place ?? null},
              ${this.#files?.location ?? null}) as unbroken`,
      );
      return rows[0]?.unbroken ?? false;
    });
    await this.#end(null);
    for (const [userId, user] of this.#users) {
      if (!isUnbroken) user.isEntered = false;
      if (!user.leaveTimer) void this.#synchronize(userId, user);
    }
  }

  /** In words, where other running servers store files that this one does not see. */
  async otherFilePlaces(): Promise<string[]> {
    if (!this.#files) return [];
    const { place } = this.#files;
    const { rows } = await this.#database.transaction(null, "read", (db) =>
      db.execute<{ location: string }>(
        sql`select distinct files_location as location from server_processes
             where process_is_alive(heartbeat_at) and files_place <> ${place} order by 1`,
      ),
    );
    return rows.map(({ location }) => location);
  }

  /** Removes everyone at this process at once. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    const users = [...this.#users.values()];
    users.forEach(cancelLeave);
    this.#users.clear();
    await Promise.all(users.map(({ pendingWrite }) => pendingWrite));
    await this.#end(this.#processId).catch((error: unknown) =>
      this.#log.warn("Presence was not removed", { error }),
    );
  }

  /** Updates the database to the state of this process; one write after the other for each person. */
  async #synchronize(userId: string, user: ConnectedUser): Promise<void> {
    user.pendingWrite ??= this.#write(userId, user)
      .catch((error: unknown) => this.#log.warn("Presence was not saved", { error, userId }))
      .finally(() => {
        user.pendingWrite = null;
      });
    await user.pendingWrite;
  }

  async #write(userId: string, user: ConnectedUser): Promise<void> {
    while (user.streams > 0 !== user.isEntered && this.#users.get(userId) === user) {
      const isHere = user.streams > 0;
      await this.#database.transaction(userId, "write", async (db) => {
        const change = isHere ? sql`enter_presence` : sql`leave_presence`;
        const { rows } = await db.execute<{ audience: string[] | null }>(
          sql`select ${change}(${this.#processId}) as audience`,
        );
        await recordAnnouncements(db, changes(userId, rows[0]?.audience, isHere));
      });
      user.isEntered = isHere;
    }
    if (user.streams === 0 && this.#users.get(userId) === user) this.#users.delete(userId);
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

function cancelLeave(user: ConnectedUser): void {
  clearTimeout(user.leaveTimer);
  user.leaveTimer = undefined;
}

/** A person who comes online also reloads presence: others may have come at the same time. */
function changes(userId: string, audience: string[] | null | undefined, isHere: boolean): Announcement[] {
  const announcements = audience ? [{ resource: "presence", ids: [userId], audience }] : [];
  return isHere ? [...announcements, { resource: "presence", ids: [], audience: [userId] }] : announcements;
}
