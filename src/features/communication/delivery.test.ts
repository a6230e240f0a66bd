import { afterAll, expect, test } from "vitest";
import { EventHub } from "#platform/events/hub.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { conversations } from "./conversations.ts";
import { messages } from "./messages.ts";

// Whole: CROWD=20 TALKS=50 SAID=10000.
const CROWD = Number(process.env.CROWD ?? 6);
const TALKS = Number(process.env.TALKS ?? 10);
const SAID = Number(process.env.SAID ?? 200);
const SENDERS = 6;

const house = await testDatabase();
const { aUser, as, connection, database, owner } = house;
const aHub = () => new EventHub({ database, connection: connection("app"), log: createLog("silent") });
/** As two server processes have them: each listens on a connection of its own. */
const hubs = [aHub(), aHub()];
await Promise.all(hubs.map((hub) => hub.start()));
afterAll(() => Promise.all(hubs.map((hub) => hub.close())));

/** The same numbers in every run. */
function aDie(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (state * 48271) % 2147483647;
    return state % sides;
  };
}

/** Somebody's page: breaks off at random, comes back to either process, and goes on from the last id it has heard. */
class Page {
  readonly person: Person;
  readonly heard: string[] = [];
  resyncs = 0;
  readonly #roll: (sides: number) => number;
  #lastId: number | null = null;
  #leave: (() => void) | null = null;
  #breaking = Promise.resolve();
  constructor(person: Person, seed: number) {
    this.person = person;
    this.#roll = aDie(seed);
  }
  async connect(): Promise<void> {
    let isOpen = true;
    const stop = await hubs[this.#roll(2)]?.subscribe(this.person.userId, this.#lastId, {
      hear: (facts) => {
        for (const { id, resource, ids } of isOpen ? facts : []) {
          if (id !== null) this.#lastId = id;
          if (resource === "messages") this.heard.push(...ids);
        }
      },
      resync: (id) => {
        if (!isOpen) return;
        this.#lastId = id;
        this.resyncs += 1;
      },
    });
    this.#leave = () => {
      isOpen = false;
      stop?.();
    };
  }
  get hasBegun(): boolean {
    return this.#lastId !== null;
  }
  breakOff(): Promise<void> {
    this.#breaking = this.#breaking.then(() => {
      this.#leave?.();
      return this.connect();
    });
    return this.#breaking;
  }
  leave(): void {
    this.#leave?.();
  }
}

test(`COMM-13, COMM-30: of ${SAID} messages in ${TALKS} conversations none is lost, doubled, out of order or heard outside`, async () => {
  const roll = aDie(4711);
  const founder = as(await aUser({ fullName: "Founder" }));
  const people = await Promise.all(Array.from({ length: CROWD }, async () => as(await aUser())));
  const pages = people.map((person, index) => new Page(person, index + 1));
  const { rows: workspaces } = await owner.query(
    "insert into workspaces (name, created_by) values ('All', $1) returning id",
    [founder.userId],
  );
  await owner.query(
    "insert into workspace_members (workspace_id, user_id, role, state) select $1, unnest($2::uuid[]), 'member', 'active'",
    [workspaces[0].id, [founder, ...people].map(({ userId }) => userId)],
  );
  // Before the conversations are made: hearing of them gives each page an id to go on from.
  await Promise.all(pages.map((page) => page.connect()));
  const talks = await Promise.all(
    Array.from({ length: TALKS }, async (_, number) => {
      const members = [...new Set(Array.from({ length: 3 }, () => people[roll(CROWD)]))].flatMap(
        (person) => person ?? [],
      );
      const userIds = members.map(({ userId }) => userId);
      const { id } = (await founder.invoke(conversations.create, {
        type: "group",
        title: `Talk ${number}`,
        userIds,
      })) as { id: string };
      return { id, members };
    }),
  );
  for (const page of pages.filter(({ person }) => talks.some(({ members }) => members.includes(person))))
    await expect.poll(() => page.hasBegun).toBe(true);
  const rest = Array.from({ length: SAID }, (_, number) => number);
  const say = async () => {
    for (let number = rest.pop(); number !== undefined; number = rest.pop()) {
      const talk = talks[roll(TALKS)];
      const sender = talk?.members[roll(talk.members.length)];
      await sender?.invoke(messages.send, { conversationId: talk?.id, content: `Number ${number}` });
      if (roll(5) === 0) await pages[roll(CROWD)]?.breakOff();
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, say));

  const { rows } = await owner.query(
    `select m.id, m.conversation_id as talk, m.created_at as at, c.participants from messages m
       join conversations c on c.id = m.conversation_id order by m.created_at`,
  );
  expect(rows).toHaveLength(SAID);
  for (const page of pages) {
    const meant = rows.filter(({ participants }) => participants.includes(page.person.userId));
    await expect.poll(() => new Set(page.heard).size).toBe(meant.length);
    const first = [...new Set(page.heard)];
    expect(new Set(first)).toEqual(new Set(meant.map(({ id }) => id)));
    for (const talk of talks) {
      const inOrder = meant.filter((row) => row.talk === talk.id).map(({ id }) => id);
      expect(first.filter((id) => inOrder.includes(id))).toEqual(inOrder);
    }
    expect(page.resyncs).toBe(0);
    page.leave();
  }
  // Listening outside: whoever takes part in nothing hears nothing.
  const outsider = new Page(as(await aUser()), 99);
  await outsider.connect();
  const [talk] = talks;
  await talk?.members[0]?.invoke(messages.send, { conversationId: talk.id, content: "The last one" });
  expect(outsider.heard).toEqual([]);
  outsider.leave();
}, 600_000);
