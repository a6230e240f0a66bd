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

/** Who came or went, and who is notified of it; null where a person is still or was already online elsewhere. */
type Change = { person: string; audience: string[] | null };

/**
 * Records in the database who has event streams open at this process. Only the first stream and the end of the last one
 * are written, not each tab, and everybody who comes or goes meanwhile is written in one transaction. Failed writes are
 * retried at the next heartbeat.
 */
export class PresenceTracker {
  readonly #database: Database;
  readonly #log: Log;
  readonly #files: FilesPlace | null;
  readonly #heartbeatMs: number;
  readonly #graceMs: number;
  readonly #processId = randomUUID();
  readonly #users = new Map<string, ConnectedUser>();
  /** People whose state in the database may be outdated. */
  readonly #due = new Set<string>();
  #writing: Promise<void> | null = null;
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
    const user = this.#users.get(userId) ?? { streams: 0, isEntered: false, leaveTimer: undefined };
    this.#users.set(userId, user);
    user.streams += 1;
    cancelLeave(user);
    this.#synchronize(userId);
    return () => {
      user.streams -= 1;
      if (user.streams > 0) return;
      cancelLeave(user);
      user.leaveTimer = setTimeout(() => {
        user.leaveTimer = undefined;
        this.#synchronize(userId);
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
      if (!user.leaveTimer) this.#synchronize(userId);
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
    this.#users.forEach(cancelLeave);
    this.#users.clear();
    await this.#writing;
    await this.#end(this.#processId).catch((error: unknown) =>
      this.#log.warn("Presence was not removed", { error }),
    );
  }

  /** Updates the database to the state of this process; one write after the other. */
  #synchronize(userId: string): void {
    this.#due.add(userId);
    this.#writing ??= this.#writeAll()
      .catch((error: unknown) => this.#log.warn("Presence was not saved", { error }))
      .finally(() => {
        this.#writing = null;
      });
  }

  async #writeAll(): Promise<void> {
    // Lets everybody who comes in the same tick be written together.
    await null;
    while (this.#due.size > 0) {
      const people = [...this.#due].flatMap((userId) => {
        const user = this.#users.get(userId);
        return user && user.streams > 0 !== user.isEntered
          ? [{ userId, user, isHere: user.streams > 0 }]
          : [];
      });
      const idle = [...this.#due];
      this.#due.clear();
      if (people.length > 0) await this.#write(people);
      for (const userId of idle) {
        const user = this.#users.get(userId);
        if (user?.streams === 0 && !user.isEntered) this.#users.delete(userId);
      }
    }
  }

  async #write(people: readonly { userId: string; user: ConnectedUser; isHere: boolean }[]): Promise<void> {
    const idsOf = (isHere: boolean) =>
      sql.param(people.filter((each) => each.isHere === isHere).map(({ userId }) => userId));
    await this.#database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<Change & { isHere: boolean }>(
        sql`select person, audience, is_here as "isHere"
              from change_presences(${this.#processId}, ${idsOf(true)}::uuid[], ${idsOf(false)}::uuid[])`,
      );
      const arrived = rows.filter(({ isHere }) => isHere).map(({ person }) => person);
      await recordAnnouncements(db, announcementsOf(rows, arrived));
    });
    for (const { userId, user, isHere } of people) {
      user.isEntered = isHere;
      // The state may have changed during the write.
      if (user.streams > 0 !== isHere && !user.leaveTimer) this.#due.add(userId);
    }
  }

  #end(processId: string | null): Promise<void> {
    return this.#database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<Change>(
        sql`select person, audience from end_processes(${processId})`,
      );
      await recordAnnouncements(db, announcementsOf(rows, []));
    });
  }
}

function cancelLeave(user: ConnectedUser): void {
  clearTimeout(user.leaveTimer);
  user.leaveTimer = undefined;
}

/**
 * One announcement for each recipient, however many came or went. People who come online reload presence: others may
 * have come at the same time.
 */
function announcementsOf(changes: readonly Change[], arrived: readonly string[]): Announcement[] {
  const idsByRecipient = new Map<string, string[]>();
  for (const { person, audience } of changes)
    for (const recipient of audience ?? [])
      idsByRecipient.set(recipient, [...(idsByRecipient.get(recipient) ?? []), person]);
  for (const person of arrived) idsByRecipient.set(person, []);
  return [...idsByRecipient].map(([recipient, ids]) => ({
    resource: "presence",
    ids,
    audience: [recipient],
  }));
}
