import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Person } from "../e2e/support/person.ts";
import type { OpenEmailOnWire } from "../src/features/email/model.ts";
import { openBenchMailInstance } from "./support/bench-mail-instance.ts";
import { report } from "./support/compare.ts";

// How late mail is in the production build: beside twelve messages to a server that accepts connections and never greets
// (from another account, and between two people), and after a kill in the middle of sending. The floor is the same mail
// while nothing hangs.

const STUCK = 12;
const OTHERS = 20;

const silent = createServer((socket) => socket.on("error", () => {})).listen(0, "127.0.0.1");
await once(silent, "listening");
const instance = await openBenchMailInstance();
await measure().finally(() => instance.close());
silent.close();
process.exit();

async function measure(): Promise<void> {
  const { ada } = instance;
  await instance.connect();
  const bob = await Person.signUp(instance.url, "Bob");
  const { version } = await ada.call<{ version: number }>("systemSettings.get", {});
  await ada.call("systemSettings.update", {
    version,
    ...{ smtpHost: "127.0.0.1", smtpPort: (silent.address() as { port: number }).port, smtpSecure: false },
    smtpFromEmail: "desk@aldermoor.net",
  });
  const others = () => [
    ...Array.from({ length: OTHERS }, () => send(ada, "ada@aldermoor.net")),
    ...Array.from({ length: OTHERS }, () => send(bob, ada.email)),
  ];
  report("other mail, nothing hangs: late by", await lateness(await Promise.all(others())));
  for (let n = 0; n < STUCK; n += 1) await send(bob, "dora@far.org");
  report("other mail beside 12 that hang: late by", await lateness(await Promise.all(others())));
  const claimed = await Promise.all(
    Array.from({ length: 2 * OTHERS }, () => send(bob, "dora@far.org", ada.email)),
  );
  await instance.kill();
  await instance.startAgain();
  report("mail between people after a kill: late by", await lateness(claimed));
}

type Sent = { person: Person; id: string; dueAt: number };

async function send(person: Person, ...recipients: string[]): Promise<Sent> {
  const scheduledSend = new Date();
  const { id } = await person.call<{ id: string }>("emails.send", {
    ...{ subject: "Figures", body: "See below.", recipients },
    scheduledSend: scheduledSend.toISOString(),
  });
  return { person, id, dueAt: scheduledSend.getTime() };
}

/** Milliseconds from the time of each until one of its recipients was reached, by the clock of the database. */
const lateness = (all: readonly Sent[]) =>
  Promise.all(
    all.map(async ({ person, id, dueAt }) => {
      for (;;) {
        const { deliveredTo } = await person.call<OpenEmailOnWire>("emails.get", { id });
        const sent = deliveredTo.flatMap(({ steps }) => steps).find(({ state }) => state === "sent");
        if (sent) return Date.parse(sent.at) - dueAt;
        await sleep(200);
      }
    }),
  );
