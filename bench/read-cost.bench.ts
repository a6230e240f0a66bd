import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { environment } from "./environment.ts";
import { quantile } from "./support/compare.ts";
import { endWithParent } from "./support/end-with-me.ts";
import { fillMailbox } from "./support/fill-areas.ts";
import { runLoad, type Target } from "./support/http-load.ts";
import { processorMs, processorMsWithChildren } from "./support/processor-time.ts";

// What one read costs on the production build: the newest 50 of 100,000 mails, with sign-in, row-level security and
// validation, at 16 connections. The floor, in the same run and on the same database: node:http and the same rows by the
// bare driver. Rates depend on the machine; their ratio and the processor time of one answer do so much less.
// CPU_PROFILE=folder writes a profile of the program there.

const MAILS = Number(environment.BENCH_MAILS ?? 100_000);
const ROUNDS = Number(environment.TIMES ?? 7);
const SECONDS = Number(environment.BENCH_SECONDS ?? 3);
const CONNECTIONS = 16;

const { CPU_PROFILE } = environment;
const instance = await Instance.create(
  CPU_PROFILE ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${CPU_PROFILE}` } : {},
);
const program = await instance.start();
const pid = program.process.pid ?? 0;
endWithParent(instance.dataDir, pid);
const ada = await Person.signUp(instance.url, "Ada Lovelace");
const { user } = await ada.call<{ user: { id: string } }>("session.current");
const postmaster = (await readFile(join(instance.dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
const connection = { host: postmaster[4] ?? "", database: "adjutant" };
await fill();
// The embedded server allows 40 connections, of which the program may use 30; six keep two cores busy.
const bare = fork(join(import.meta.dirname, "support/bare-server.ts"), [
  JSON.stringify({ ...connection, user: "adjutant_app", max: 6 }),
  user.id,
]);
const [{ port: barePort }] = (await once(bare, "message")) as [AddressInfo];

const sides = {
  ours: sideOf(`GET /api/v1/emails, 50 of ${MAILS}`, pid, {
    port: Number(new URL(instance.url).port),
    path: "/api/v1/emails",
    headers: { cookie: ada.cookie },
  }),
  floor: sideOf("  floor: node:http, the rows by the bare driver", bare.pid ?? 0, {
    port: barePort,
    path: "/emails",
  }),
};
for (let round = -1; round < ROUNDS; round += 1)
  // The first round warms up.
  for (const side of Object.values(sides)) await side.run(round >= 0);
const ratios = sides.ours.rates.map((rate, round) => rate / (sides.floor.rates[round] ?? Number.NaN));
for (const side of Object.values(sides)) side.print();
const [least, median, greatest] = [0, 0.5, 1].map((part) => `${(quantile(ratios, part) * 100).toFixed(0)} %`);
console.log(`  ratio of the rates ${median} (${least} to ${greatest})`);
bare.kill();
await program.end();
await instance.remove();

function sideOf(name: string, process: number, target: Target) {
  const rates: number[] = [];
  const [node, database, waits]: [number[], number[], number[]] = [[], [], []];
  let size = 0;
  const times = () => [processorMs(process), processorMsWithChildren(Number(postmaster[0]))] as const;
  return {
    rates,
    async run(isCounted: boolean) {
      const before = times();
      const { count, seconds, milliseconds, bytes } = await runLoad(target, {
        connections: CONNECTIONS,
        seconds: SECONDS,
      });
      const after = times();
      if (!isCounted) return;
      size = bytes;
      rates.push(count / seconds);
      node.push((after[0] - before[0]) / count);
      database.push((after[1] - before[1]) / count);
      waits.push(...milliseconds);
    },
    print() {
      const of = (samples: readonly number[], part = 0.5) => quantile(samples, part).toFixed(2);
      console.log(
        `${name.padEnd(50)} ${quantile(rates, 0.5).toFixed(0).padStart(5)} a second, processor ${of(node)} ms in node, ` +
          `${of(database)} ms in PostgreSQL; median ${of(waits)} ms, p95 ${of(waits, 0.95)} ms; ${size} bytes`,
      );
    },
  };
}

async function fill(): Promise<void> {
  const owner = new pg.Client({ ...connection, user: "adjutant" });
  await owner.connect();
  await fillMailbox(MAILS).fill(owner, user.id);
  await owner.query("vacuum analyze emails");
  await owner.end();
}
