import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { freePort } from "../src/platform/testing/servers/free-port.ts";
import { environment } from "./environment.ts";
import { Person } from "./support/person.ts";
import { Instance, type Program, temporaryFolder } from "./support/product.ts";

// Two server processes on one database; people write by both, and their streams and requests break off at random. The
// issue's size: CROWD=20 TALKS=50 SAID=10000.
const CROWD = Number(environment.CROWD ?? 6);
const TALKS = Number(environment.TALKS ?? 8);
const SAID = Number(environment.SAID ?? 250);
const SENDERS = 8;

/** The same numbers in every run. */
function seededRandom(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (state * 48271) % 2147483647;
    return state % sides;
  };
}

/** Somebody with a session at each of the two processes, and a page that listens to one of them at a time. */
class Listener {
  readonly received: string[] = [];
  readonly factIds: number[] = [];
  /** Facts of conversations as well: whoever takes part in nothing hears of nothing. */
  facts = 0;
  resyncs = 0;
  breaks = 0;
  readonly homes: readonly [Person, Person];
  readonly #roll: (sides: number) => number;
  #lastId = "";
  #isOver = false;
  #cut = new AbortController();
  #listening: Promise<void> | undefined;
  #ready = Promise.withResolvers<void>();

  constructor(homes: readonly [Person, Person], seed: number) {
    this.homes = homes;
    this.#roll = seededRandom(seed);
  }

  /** Resolves once the first stream is open. */
  listen(): Promise<void> {
    this.#listening = this.#listen();
    return this.#ready.promise;
  }

  /** In the middle of whatever is on its way. */
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
    return this.homes[this.#roll(2)] ?? this.homes[0];
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
        // Broken off: the next stream goes on where this one was.
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

/** A page that asks again until it knows: the same key every time, at whichever process answers. */
async function send(sender: Listener, roll: (sides: number) => number, input: object): Promise<void> {
  const key = randomUUID();
  for (;;) {
    const cut = new AbortController();
    // Some questions break off, before or after the server has done what they ask.
    const breaking = roll(8) === 0 ? pause(roll(40)).then(() => cut.abort()) : undefined;
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

let first: Instance;
let second: Instance;
let programs: Program[] = [];
test.beforeAll(async () => {
  const settings = {
    MASTER_KEYS: Buffer.alloc(32, 7).toString("base64"),
    LIMIT_REQUESTS_PER_MINUTE: "1000000",
  };
  first = await Instance.create(settings);
  programs = [await first.start()];
  const pid = await readFile(join(first.dataDir, "postgres", "postmaster.pid"), "utf8");
  const socket = pid.split("\n")[4] ?? "";
  second = new Instance(await temporaryFolder(), await freePort(), {
    ...settings,
    DATABASE_URL: `postgres://adjutant@localhost/adjutant?host=${encodeURIComponent(socket)}`,
  });
  programs.push(await second.start());
});
test.afterAll(async () => {
  for (const program of programs.toReversed()) await program.end();
  await Promise.all([first.remove(), second.remove()]);
});

const signUpPerson = async (fullName: string, seed: number) => {
  const person = await Person.signUp(first.url, fullName);
  return new Listener([person, await Person.signIn(second.url, person)], seed);
};

test(`COMM-13, COMM-30: of ${SAID} messages in ${TALKS} conversations over two processes none is lost, doubled or out of order, and outsiders get nothing`, async () => {
  test.setTimeout(120_000 + SAID * 100);
  const roll = seededRandom(4711);
  const founder = await Person.signUp(first.url, "Founder");
  const crowd: Listener[] = [];
  for (let n = 0; n < CROWD; n += 1) crowd.push(await signUpPerson(`Person ${n}`, n + 1));
  const outsider = await signUpPerson("Outsider", 99);
  const idOf = new Map<Listener, string>();
  for (const one of crowd) {
    const { user } = await one.homes[0].call<{ user: { id: string } }>("session.current");
    idOf.set(one, user.id);
    await founder.call("contacts.create", {
      contactName: one.homes[0].fullName,
      contactEmail: one.homes[0].email,
    });
  }
  await Promise.all([...crowd, outsider].map((one) => one.listen()));
  const talks: { id: string; members: Listener[] }[] = [];
  for (let n = 0; n < TALKS; n += 1) {
    const chosen = Array.from({ length: 2 + roll(4) }, () => crowd[roll(CROWD)]);
    const members = [...new Set(chosen)].flatMap((one) => one ?? []);
    const userIds = members.map((one) => idOf.get(one));
    const { id } = await founder.call<{ id: string }>("conversations.create", {
      type: "group",
      title: `Talk ${n}`,
      userIds,
    });
    talks.push({ id, members });
  }

  const rest = Array.from({ length: SAID }, (_, number) => number);
  const saying = async () => {
    for (let number = rest.pop(); number !== undefined; number = rest.pop()) {
      const talk = talks[roll(TALKS)];
      const sender = talk?.members[roll(talk.members.length)];
      if (!talk || !sender) throw new Error("Nobody is there to speak");
      await send(sender, roll, { conversationId: talk.id, content: `Number ${number}` });
      if (roll(5) === 0) crowd[roll(CROWD)]?.breakOff();
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, saying));

  const order = new Map<string, string[]>();
  const contents: string[] = [];
  for (const { id } of talks) {
    const said: { id: string; content: string }[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await founder.call<{ items: typeof said; nextCursor: string | null }>("messages.list", {
        conversationId: id,
        limit: 200,
        ...(cursor && { cursor }),
      });
      said.unshift(...page.items.toReversed());
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    order.set(
      id,
      said.map((message) => message.id),
    );
    contents.push(...said.map(({ content }) => content));
  }
  // None lost, none doubled, however often it was sent.
  expect(contents.toSorted()).toEqual(
    Array.from({ length: SAID }, (_, number) => `Number ${number}`).toSorted(),
  );

  const everyId = new Set([...order.values()].flat());
  for (const one of crowd) {
    const mine = talks.filter(({ members }) => members.includes(one));
    const meant = new Set(mine.flatMap(({ id }) => order.get(id) ?? []));
    // Who writes hears of it as the one who did it too: the first time counts.
    const firsts = () => [...new Set(one.received)].filter((id) => everyId.has(id));
    await expect.poll(() => firsts().length).toBe(meant.size);
    expect(new Set(firsts())).toEqual(meant);
    // Each fact once, and in its order, over every break.
    expect(one.factIds).toEqual([...new Set(one.factIds)].toSorted((a, b) => a - b));
    for (const { id } of mine) {
      const inOrder = order.get(id) ?? [];
      const ids = new Set(inOrder);
      expect(firsts().filter((each) => ids.has(each))).toEqual(inOrder);
    }
    expect(one.resyncs).toBe(0);
  }
  expect(crowd.reduce((sum, { breaks }) => sum + breaks, 0)).toBeGreaterThan(SAID / 10);

  // Listening and asking from outside.
  expect(outsider.facts).toBe(0);
  for (const { id } of talks) {
    for (const home of outsider.homes) {
      await expect(home.call("messages.list", { conversationId: id })).rejects.toThrow("404");
      await expect(home.call("messages.send", { conversationId: id, content: "Hello" })).rejects.toThrow(
        "404",
      );
    }
  }
  await Promise.all([...crowd, outsider].map((one) => one.end()));
});
