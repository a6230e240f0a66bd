import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../src/platform/testing/servers/free-port.ts";
import { environment } from "./environment.ts";
import { expect, test } from "./support/fixtures.ts";
import { Listener, seededRandom, send } from "./support/listener.ts";
import { Person } from "./support/person.ts";
import { Instance, type Program, temporaryFolder } from "./support/product.ts";

// Two server processes on one database; people write by both, and their streams and requests break off at random. The
// issue's size: CROWD=20 TALKS=50 SAID=10000.
const PEOPLE = Number(environment.CROWD ?? 6);
const CONVERSATIONS = Number(environment.TALKS ?? 8);
const MESSAGES = Number(environment.SAID ?? 250);
const SENDERS = 8;

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

type Conversation = { id: string; members: Listener[] };

const idOf = async (person: Person) =>
  (await person.call<{ user: { id: string } }>("session.current")).user.id;

/** Each with a random part of the crowd. */
async function createConversations(
  founder: Person,
  listeners: Listener[],
  random: (sides: number) => number,
) {
  const ids = new Map<Listener, string>();
  for (const one of listeners) {
    const [person] = one.connections;
    ids.set(one, await idOf(person));
    await founder.call("contacts.create", { contactName: person.fullName, contactEmail: person.email });
  }
  const conversations: Conversation[] = [];
  for (let n = 0; n < CONVERSATIONS; n += 1) {
    const chosen = Array.from({ length: 2 + random(4) }, () => listeners[random(PEOPLE)]);
    const members = [...new Set(chosen)].flatMap((one) => one ?? []);
    const group = { type: "group", title: `Talk ${n}`, userIds: members.map((one) => ids.get(one)) };
    conversations.push({ ...(await founder.call<{ id: string }>("conversations.create", group)), members });
  }
  return conversations;
}

/** All messages of the conversation, in order. */
async function readMessages(founder: Person, conversationId: string) {
  const messages: { id: string; content: string }[] = [];
  for (let cursor: string | undefined; ; ) {
    const input = { conversationId, limit: 200, ...(cursor && { cursor }) };
    const page = await founder.call<{ items: typeof messages; nextCursor: string | null }>(
      "messages.list",
      input,
    );
    messages.unshift(...page.items.toReversed());
    if (!page.nextCursor) return messages;
    cursor = page.nextCursor;
  }
}

/** Each message of its conversations once, in order, and each event once, across all disconnects. */
async function expectAllReceived(
  one: Listener,
  conversations: Conversation[],
  order: ReadonlyMap<string, string[]>,
) {
  const everyId = new Set([...order.values()].flat());
  const own = conversations.filter(({ members }) => members.includes(one));
  const expected = new Set(own.flatMap(({ id }) => order.get(id) ?? []));
  // A sender also receives its own message as the actor: only the first time counts.
  const firsts = () => [...new Set(one.received)].filter((id) => everyId.has(id));
  await expect.poll(() => firsts().length).toBe(expected.size);
  expect(new Set(firsts())).toEqual(expected);
  expect(one.factIds).toEqual([...new Set(one.factIds)].toSorted((a, b) => a - b));
  for (const { id } of own) {
    const inOrder = order.get(id) ?? [];
    expect(firsts().filter((each) => inOrder.includes(each))).toEqual(inOrder);
  }
  expect(one.resyncs).toBe(0);
}

test(`COMM-13, COMM-30: of ${MESSAGES} messages in ${CONVERSATIONS} conversations over two processes none is lost, doubled or out of order, and outsiders get nothing`, async () => {
  test.setTimeout(120_000 + MESSAGES * 100);
  const random = seededRandom(4711);
  const founder = await Person.signUp(first.url, "Founder");
  const listeners: Listener[] = [];
  for (let n = 0; n < PEOPLE; n += 1) listeners.push(await signUpPerson(`Person ${n}`, n + 1));
  const outsider = await signUpPerson("Outsider", 99);
  await Promise.all([...listeners, outsider].map((one) => one.listen()));
  const conversations = await createConversations(founder, listeners, random);

  const rest = Array.from({ length: MESSAGES }, (_, number) => number);
  const sendAll = async () => {
    for (let number = rest.pop(); number !== undefined; number = rest.pop()) {
      const conversation = conversations[random(CONVERSATIONS)];
      const sender = conversation?.members[random(conversation.members.length)];
      if (!conversation || !sender) throw new Error("Nobody is there to speak");
      await send(sender, random, { conversationId: conversation.id, content: `Number ${number}` });
      if (random(5) === 0) listeners[random(PEOPLE)]?.breakOff();
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sendAll));

  const order = new Map<string, string[]>();
  const contents: string[] = [];
  for (const { id } of conversations) {
    const messages = await readMessages(founder, id);
    order.set(
      id,
      messages.map((message) => message.id),
    );
    contents.push(...messages.map(({ content }) => content));
  }
  // None lost or duplicated, however often it was sent.
  const all = Array.from({ length: MESSAGES }, (_, number) => `Number ${number}`);
  expect(contents.toSorted()).toEqual(all.toSorted());
  for (const one of listeners) await expectAllReceived(one, conversations, order);
  expect(listeners.reduce((sum, { breaks }) => sum + breaks, 0)).toBeGreaterThan(MESSAGES / 10);

  // Neither by the stream nor by requests.
  expect(outsider.facts).toBe(0);
  for (const { id } of conversations)
    for (const person of outsider.connections) {
      await expect(person.call("messages.list", { conversationId: id })).rejects.toThrow("404");
      const hello = { conversationId: id, content: "Hello" };
      await expect(person.call("messages.send", hello)).rejects.toThrow("404");
    }
  await Promise.all([...listeners, outsider].map((one) => one.end()));
});

test("COMM-32: a message whose answer was lost with a reload is shown once, and is sent once", async ({
  page,
  ada,
}) => {
  const { id } = await ada.call<{ id: string }>("conversations.create", { type: "group", title: "Board" });
  await page.goto(`/communication?conversation=${id}`);
  const log = page.getByRole("log", { name: "Messages" });
  // The first request is carried out, and the page is gone before its answer; later ones get no answer either.
  const { promise: isStored, resolve: stored } = Promise.withResolvers<void>();
  let requests = 0;
  await page.route("**/rpc/messages.send", async (route) => {
    requests += 1;
    if (requests > 1) return;
    await route.fetch();
    stored();
  });
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Is anybody there?");
  await page.keyboard.press("Enter");
  await isStored;
  await page.reload();
  await expect(log.getByText("Is anybody there?")).toHaveCount(1);
  await expect(log.getByText("Sent", { exact: true })).toBeVisible();
  await expect(log.getByText("Sending", { exact: false })).toHaveCount(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await expect(log.getByText("Is anybody there?")).toHaveCount(1);
  const { items } = await ada.call<{ items: unknown[] }>("messages.list", { conversationId: id });
  expect(items).toHaveLength(1);
});
