import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { aFile } from "#features/documents/factory.ts";
import { work } from "#platform/workers/work.ts";
import { createWorkers } from "#platform/workers/workers.ts";
import type { checkContent } from "../src/features/documents/uploads/check-content.ts";
import { parseMessages } from "../src/features/email/reading/parse-message.ts";
import { report, timed } from "./support/compare.ts";

// The cost of giving each worker process to one person only: files of people in turn, one after the other, and the
// mails of a first sync, of one person and of ten at once. The floor is the same work in this process.

const FILES = 60;
const BATCHES = 40;
const MAILS_IN_BATCH = 100;

const folder = resolve(import.meta.dirname, "..");
const workers = createWorkers({ folder, file: join(folder, "dist/server/worker.js") });
const checking = work<typeof checkContent>("documents.checkContent", { seconds: 20, megabytes: 256 });
const reading = work<typeof parseMessages>("email.parseMessages", {
  ...{ seconds: 5, megabytes: 256, piecesOfOnePerson: 100 },
});

const bytes = aFile[".docx"];
async function* content() {
  yield bytes;
}
const check = (userId: string) =>
  workers.run(
    checking,
    userId,
    { extension: ".docx" },
    {
      bytes: { size: bytes.length, open: async () => content() },
    },
  );

const lines = "The figures of the quarter are ready, with the notes of the board.\r\n".repeat(40);
const batch = Array.from({ length: MAILS_IN_BATCH }, (_, number) => ({
  id: String(number),
  source: Buffer.from(
    `From: Ada <ada@lattice.org>\r\nTo: bob@lattice.org\r\nSubject: Report ${number}\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>${lines}</p>`,
  ),
}));
const people = (count: number) => Array.from({ length: BATCHES }, (_, number) => `person ${number % count}`);

await check("first");
const waits: number[] = [];
for (const person of people(10).concat(people(10)).slice(0, FILES))
  waits.push(await timed(() => check(person)));
report("a file is checked, people in turn without a pause", waits);
const spaced: number[] = [];
for (const person of people(10)) {
  await sleep(400);
  spaced.push(await timed(() => check(person)));
}
report("a file is checked, people in turn with a pause", spaced);
const floor = await timed(async () => {
  for (let count = 0; count < BATCHES; count += 1) await parseMessages(batch);
});
for (const count of [1, 10]) {
  const took = await timed(async () => {
    const owners = people(count);
    // The batches of one person are sequential, as in a sync; different people run in parallel.
    await Promise.all(
      [...new Set(owners)].map(async (person) => {
        for (const owner of owners) if (owner === person) await workers.run(reading, person, batch);
      }),
    );
  });
  const rate = (milliseconds: number) => ((BATCHES * MAILS_IN_BATCH * 1000) / milliseconds).toFixed(0);
  console.log(`mails of ${count} at once: ${rate(took)}/s; floor, in this process: ${rate(floor)}/s`);
}
await workers.close();
