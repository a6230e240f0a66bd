import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { openClient } from "./connection.ts";
import { PING } from "./guard-connection.ts";

const HEARTBEAT_MS = 3_000;
const RECONNECT_MS = 500;

export type ListenOptions = {
  connection: pg.ClientConfig;
  name: string;
  channels: readonly string[];
  onNotice(channel: string, payload: string): void;
  /** Runs after each connect: notifications may have been missed before. */
  onConnect(): void;
  /** The connection broke, or a reconnect failed. */
  onBreak(error: unknown): void;
};

export type Listener = { close(): Promise<void> };

/**
 * A connection that listens as long as the program runs. It pings every few seconds, because nothing else is sent on
 * it, and reconnects automatically. Rejects if the first connect fails.
 */
export async function listenTo(options: ListenOptions): Promise<Listener> {
  let current: pg.Client | null = null;
  let isClosed = false;
  await connect();
  return {
    close: async () => {
      isClosed = true;
      await current?.end();
    },
  };

  async function connect(): Promise<void> {
    const client = openClient({ ...options.connection, application_name: options.name });
    client.on("notification", ({ channel, payload = "" }) => options.onNotice(channel, payload));
    try {
      await client.connect();
      await client.query(options.channels.map((channel) => `listen ${channel}`).join("; "));
    } catch (error) {
      void client.end();
      throw error;
    }
    if (isClosed) return client.end();
    current = client;
    const heartbeat = setInterval(() => void client.query(PING).catch(() => client.end()), HEARTBEAT_MS);
    heartbeat.unref();
    client.on("error", () => void client.end());
    client.once("end", () => {
      clearInterval(heartbeat);
      current = null;
      if (!isClosed) void reconnect();
    });
    options.onConnect();
  }

  async function reconnect(): Promise<void> {
    options.onBreak(new Error(`The connection '${options.name}' was lost`));
    while (!isClosed) {
      await pause(RECONNECT_MS, undefined, { ref: false });
      if (isClosed) return;
      try {
        return await connect();
      } catch (error) {
        options.onBreak(error);
      }
    }
  }
}
