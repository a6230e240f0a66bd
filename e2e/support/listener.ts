import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Person } from "./person.ts";

/** Pseudo-random numbers, the same in every run. */
export function seededRandom(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (state * 48271) % 2147483647;
    return state % sides;
  };
}

/** A person with a session at each of the two processes, and a stream from one of them at a time. */
export class Listener {
  readonly received: string[] = [];
  readonly factIds: number[] = [];
  /** Includes events of conversations: a person in no conversation receives none. */
  facts = 0;
  resyncs = 0;
  breaks = 0;
  readonly connections: readonly [Person, Person];
  readonly #roll: (sides: number) => number;
  #lastId = "";
  #isOver = false;
  #cut = new AbortController();
  #listening: Promise<void> | undefined;
  #ready = Promise.withResolvers<void>();

  constructor(connections: readonly [Person, Person], seed: number) {
    this.connections = connections;
    this.#roll = seededRandom(seed);
  }

  /** Resolves once the first stream is open. */
  listen(): Promise<void> {
    this.#listening = this.#listen();
    return this.#ready.promise;
  }

  /** Aborts while data may be in transit. */
  breakOff(): void {
    this.breaks += 1;
    this.#cut.abort();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.#cut.abort();
    await this.#listening;
  }

  server(): Person {
    return this.connections[this.#roll(2)] ?? this.connections[0];
  }

  async #listen(): Promise<void> {
    while (!this.#isOver) {
      this.#cut = new AbortController();
      const headers: Record<string, string> = this.#lastId ? { "last-event-id": this.#lastId } : {};
      try {
        const { body } = await this.server().request("/events", { headers, signal: this.#cut.signal });
        let text = "";
        for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
          text += part;
          const blocks = text.split("\n\n");
          text = blocks.pop() ?? "";
          for (const block of blocks) this.#receive(block);
        }
      } catch {
        // Aborted: the next stream resumes where this one ended.
      }
    }
  }

  #receive(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
    const id = field("id");
    if (field("event") === "ready") this.#ready.resolve();
    if (field("event") === "resync") this.resyncs += 1;
    if (id) this.#lastId = id;
    if (!id || field("event")) return;
    this.factIds.push(Number(id));
    const { resource, ids } = JSON.parse(field("data") ?? "{}") as { resource: string; ids: string[] };
    if (resource === "messages") this.received.push(...ids);
    if (resource === "messages" || resource === "conversations") this.facts += 1;
  }
}

/** A page that retries until it gets a response: with the same key every time, at either process. */
export async function send(
  sender: Listener,
  random: (sides: number) => number,
  input: object,
): Promise<void> {
  const key = randomUUID();
  for (;;) {
    const cut = new AbortController();
    // Some requests are aborted, before or after the server has done the work.
    const breaking = random(8) === 0 ? pause(random(40)).then(() => cut.abort()) : undefined;
    try {
      const answer = await sender.server().request("/rpc/messages.send", {
        method: "POST",
        signal: cut.signal,
        headers: { "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify(input),
      });
      const text = await answer.text();
      if (answer.ok) return;
      if (answer.status < 500 && answer.status !== 409 && answer.status !== 429)
        throw new Refusal(`${answer.status} ${text}`);
      await pause(20);
    } catch (error) {
      if (error instanceof Refusal) throw error;
    } finally {
      await breaking;
    }
  }
}

class Refusal extends Error {}
