import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, type ClientRequest, get, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { environment } from "./environment.ts";
import { quantile, report } from "./support/compare.ts";
import { endWithParent } from "./support/end-with-me.ts";

// STREAMS open event streams of PEOPLE people on the production build, all in one group: the memory of an open stream
// in the process, and the time until the first and until the last of them receives a message. The floor, in the same
// run: as many streams at a bare server that writes to all of them.

const STREAMS = Number(environment.STREAMS ?? 1000);
const PEOPLE = Math.min(199, Number(environment.PEOPLE ?? 199));
const MESSAGES = Number(environment.SAID ?? 30);

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY, keepAlive: false });
const instance = await Instance.create();
const program = await instance.start();
endWithParent(instance.dataDir, program.process.pid);
const founder = await Person.signUp(instance.url, "Founder");
const people: { cookie: string; id: string }[] = [];
for (let n = 0; n < PEOPLE; n += 1) {
  const person = await Person.signUp(instance.url, `Person ${n}`);
  await founder.call("contacts.create", { contactName: person.fullName, contactEmail: person.email });
  const { user } = await person.call<{ user: { id: string } }>("session.current");
  people.push({ id: user.id, cookie: person.cookie });
}
const userIds = people.map(({ id }) => id);
const conversation = await founder.call<{ id: string }>("conversations.create", {
  type: "group",
  title: "All",
  userIds,
});

let received: number[] = [];
const measured = await measure(program.process.pid ?? 0, {
  open: (n) => listen(`${instance.url}/events`, '"messages"', { cookie: people[n % PEOPLE]?.cookie ?? "" }),
  send: (n) => founder.call("messages.send", { conversationId: conversation.id, content: `Number ${n}` }),
});
const bare = fork(join(import.meta.dirname, "support/bare-streams.ts"));
const [{ port }] = (await once(bare, "message")) as [AddressInfo];
const floor = await measure(bare.pid ?? 0, {
  open: () => listen(`http://127.0.0.1:${port}/events`, "Number", {}),
  send: (n) => post(`http://127.0.0.1:${port}/say`, `Number ${n}`),
});

report(`a message to ${STREAMS} open streams, to the first`, measured.first);
report("  to the last", measured.last);
report("  floor: a bare server, to the last", floor.last);
console.log(
  `  ratio of p95, last: ${(quantile(measured.last, 0.95) / quantile(floor.last, 0.95)).toFixed(2)}`,
);
console.log(
  `  memory of an open stream: ${measured.kilobytes.toFixed(1)} KB, bare ${floor.kilobytes.toFixed(1)} KB`,
);
bare.kill();
await program.end();
await instance.remove();

type Sides = { open(n: number): Promise<ClientRequest>; send(n: number): Promise<unknown> };

async function measure(pid: number, { open, send }: Sides) {
  const before = await residentKilobytes(pid);
  const streams: ClientRequest[] = [];
  for (let n = 0; n < STREAMS; n += 1) streams.push(await open(n));
  await pause(2_000);
  const kilobytes = ((await residentKilobytes(pid)) - before) / STREAMS;
  const [first, last]: [number[], number[]] = [[], []];
  for (let n = 0; n < MESSAGES; n += 1) {
    received = [];
    const from = performance.now();
    await send(n);
    while (received.length < STREAMS) await pause(1);
    first.push((received[0] ?? from) - from);
    last.push((received.at(-1) ?? from) - from);
    // Other events (unread counts, notices) must not delay the next message.
    await pause(200);
  }
  for (const stream of streams) stream.destroy();
  return { kilobytes, first, last };
}

/** Resolves when the stream is open; records each time that it receives the text, once for each message. */
function listen(url: string, words: string, headers: Record<string, string>): Promise<ClientRequest> {
  return new Promise((open, failed) => {
    const stream = get(url, { agent, headers }, (response) => {
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        if (text.includes("event: ready")) open(stream);
        if (text.includes(words)) received.push(performance.now());
      });
      response.on("error", () => {});
    });
    stream.on("error", failed);
  });
}

function post(url: string, body: string): Promise<void> {
  return new Promise((done, failed) => {
    request(url, { method: "POST" }, (response) => response.resume().on("end", done))
      .on("error", failed)
      .end(body);
  });
}

async function residentKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}
