import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { z } from "zod";
import type { Database } from "#platform/database/database.ts";
import { listenTo, type Listener as NoticeListener } from "#platform/database/listen.ts";
import type { Log } from "#platform/log/log.ts";
import { outageLog } from "#platform/log/outage-log.ts";
import { ANNOUNCE_CHANNEL, EPHEMERAL_CHANNEL, SIGNAL_CHANNEL } from "./announcements.ts";
import { MAX_CATCH_UP, type StoredFact, type StreamPosition, StreamPositions } from "./stream-positions.ts";

/** One announcement as a stream sends it. `id` is where a reconnecting stream resumes; null for ephemeral ones. */
export type StreamedFact = { id: number | null; resource: string; ids: string[] };

export type FactSubscriber = {
  receive(facts: readonly StreamedFact[]): void;
  /** Too much was missed to be sent: all cached data is stale. */
  resync(lastId: number): void;
};

const RECONNECT_MS = 500;

const EphemeralMessage = z.object({
  to: z.array(z.string()),
  resource: z.string(),
  ids: z.array(z.string()),
});

/** An announcement as returned by the statement: bigint arrives as text. */
type DeliverableRow = { id: string; userId: string; resource: string; ids: string[] };

/** `cursor`: up to where the person's rows have been read; null until the position of the first stream is known. */
type Channel = { cursor: number | null; listeners: Set<FactSubscriber> };

/**
 * Sends committed announcements to the open streams of this process: one connection listens, and the new rows of all
 * people notified meanwhile are read in one statement, once for all streams of a person.
 */
export class EventBroadcaster {
  readonly #database: Database;
  readonly #log: Log;
  readonly #connection: pg.ClientConfig;
  readonly #positions: StreamPositions;
  readonly #channels = new Map<string, Channel>();
  readonly #signals = new Map<string, Set<() => void>>();
  /** People notified whose rows have not been read yet. */
  readonly #due = new Set<string>();
  #isReading = false;
  #listener: NoticeListener | null = null;
  #closed = false;

  constructor(options: { database: Database; connection: pg.ClientConfig; log: Log }) {
    this.#database = options.database;
    this.#connection = options.connection;
    this.#log = options.log;
    this.#positions = new StreamPositions(options.database);
  }

  async start(): Promise<void> {
    const outage = outageLog(this.#log, {
      failure: "The event listener is reconnecting",
      recovery: "The event listener works again",
    });
    this.#listener = await listenTo({
      connection: this.#connection,
      name: "adjutant events",
      channels: [ANNOUNCE_CHANNEL, SIGNAL_CHANNEL, EPHEMERAL_CHANNEL],
      onNotice: (channel, payload) => {
        if (channel === SIGNAL_CHANNEL) this.#signal(payload);
        else if (channel === EPHEMERAL_CHANNEL) this.#deliverEphemeral(payload);
        else this.#read(payload);
      },
      onConnect: () => {
        outage.end();
        for (const userId of this.#channels.keys()) this.#read(userId);
        for (const topic of this.#signals.keys()) this.#signal(topic);
      },
      onBreak: outage.report,
    });
  }

  /**
   * Calls the listener when any process runs `pg_notify('adjutant_signals', topic)`, and after a break of the
   * connection, because a signal may have been missed. Returns the function that unsubscribes.
   */
  onSignal(topic: string, listener: () => void): () => void {
    const listeners = this.#signals.get(topic) ?? new Set();
    this.#signals.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Announces a change of a shared resource to every open stream of this process. Not stored. */
  broadcast(resource: string): void {
    for (const { listeners } of this.#channels.values())
      for (const listener of listeners) listener.receive([{ id: null, resource, ids: [] }]);
  }

  /**
   * Delivers this person's announcements after `lastId` (0: all that are stored; null: from now on), each once: a
   * stream that reconnects from a faster process may already have received rows that this process has yet to read.
   * Returns the function that unsubscribes.
   */
  async subscribe(userId: string, lastId: number | null, listener: FactSubscriber): Promise<() => void> {
    const channel = this.#channels.get(userId) ?? { cursor: null, listeners: new Set() };
    this.#channels.set(userId, channel);
    const inOrder = bufferUntilRelease(listener);
    channel.listeners.add(inOrder);
    const leave = () => {
      channel.listeners.delete(inOrder);
      if (channel.listeners.size === 0 && this.#channels.get(userId) === channel)
        this.#channels.delete(userId);
    };
    const position = await this.#positions.find(userId, lastId).catch((error: unknown) => {
      leave();
      throw error;
    });
    if (channel.cursor === null) {
      channel.cursor = position.latest;
      // Notifications that arrived before the position was known were not read.
      this.#read(userId);
    }
    inOrder.release(catchUp(position, lastId, listener));
    return leave;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#listener?.close();
  }

  #signal(topic: string): void {
    for (const listener of this.#signals.get(topic) ?? []) listener();
  }

  #deliverEphemeral(payload: string): void {
    const { to, resource, ids } = EphemeralMessage.parse(JSON.parse(payload));
    for (const userId of to)
      for (const listener of this.#channels.get(userId)?.listeners ?? [])
        listener.receive([{ id: null, resource, ids }]);
  }

  /**
   * Reads a person's new rows, together with those of everybody notified in the same tick or during the previous read.
   */
  #read(userId: string): void {
    if (!this.#channels.has(userId)) return;
    this.#due.add(userId);
    if (!this.#isReading) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#isReading = true;
    // Lets all notifications of the same tick arrive first.
    await null;
    let hasFailed = false;
    while (this.#due.size > 0 && !this.#closed) {
      const userIds = [...this.#due];
      this.#due.clear();
      try {
        const facts = await this.#newFactsOf(userIds);
        for (const userId of userIds) {
          const channel = this.#channels.get(userId);
          if (channel) this.#deliver(channel, facts.get(userId) ?? []);
        }
      } catch (error) {
        if (!hasFailed) this.#log.error("Announcements were not read", { error });
        hasFailed = true;
        for (const userId of userIds) this.#due.add(userId);
        await setTimeout(RECONNECT_MS, undefined, { ref: false });
      }
    }
    this.#isReading = false;
  }

  /** Without a transaction: one round trip, for any number of people. */
  async #newFactsOf(userIds: readonly string[]): Promise<Map<string, StoredFact[]>> {
    const open = userIds.map((userId) => [userId, this.#channels.get(userId)?.cursor ?? null] as const);
    const [known, cursors]: [string[], number[]] = [[], []];
    for (const [userId, cursor] of open) {
      if (cursor === null) continue;
      known.push(userId);
      cursors.push(cursor);
    }
    const { rows } = await this.#database.pool.query<DeliverableRow>({
      name: "announcements-since",
      text: 'select id, user_id as "userId", resource, record_ids as ids from announcements_since($1::uuid[], $2::bigint[], $3)',
      values: [known, cursors, MAX_CATCH_UP + 1],
    });
    const facts = Map.groupBy(rows, ({ userId }) => userId);
    return new Map(
      [...facts].map(([userId, of]) => [
        userId,
        of.map(({ id, resource, ids }) => ({ id: Number(id), resource, ids })),
      ]),
    );
  }

  #deliver(channel: Channel, read: StoredFact[]): void {
    // The channel may have been opened again since the rows were read.
    const { cursor } = channel;
    const facts = cursor === null ? [] : read.filter(({ id }) => id > cursor);
    const last = facts.at(-1);
    if (!last) return;
    channel.cursor = last.id;
    for (const listener of channel.listeners)
      if (facts.length > MAX_CATCH_UP) listener.resync(last.id);
      else listener.receive(facts);
  }
}

/** Delivers what the stream missed; returns the id up to which the stream needs no announcement again. */
function catchUp(
  { latest, isKnown, missed }: StreamPosition,
  lastId: number | null,
  listener: FactSubscriber,
): number {
  if (!isKnown || missed.length > MAX_CATCH_UP) listener.resync(latest);
  else if (missed.length > 0) listener.receive(missed);
  return isKnown && lastId !== null ? Math.max(lastId, latest) : 0;
}

/**
 * Holds new announcements until the missed ones are delivered: a stream that broke off in between would otherwise
 * resume after the new ones and never get the missed ones. Announcements up to the id passed to `release` are not
 * repeated.
 */
function bufferUntilRelease(
  listener: FactSubscriber,
): FactSubscriber & { release(deliveredUpTo: number): void } {
  let queue: (() => void)[] | null = [];
  let after = 0;
  const enqueueOrRun = (act: () => void) => (queue ? void queue.push(act) : act());
  const receiveNew = (facts: readonly StreamedFact[]) => {
    const missed = facts.filter(({ id }) => id === null || id > after);
    if (missed.length > 0) listener.receive(missed);
  };
  return {
    receive: (facts) => enqueueOrRun(() => receiveNew(facts)),
    resync: (lastId) => enqueueOrRun(() => listener.resync(lastId)),
    release: (deliveredUpTo) => {
      after = deliveredUpTo;
      const queued = queue ?? [];
      queue = null;
      for (const act of queued) act();
    },
  };
}
