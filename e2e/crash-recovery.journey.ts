import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { environment } from "./environment.ts";
import { Person } from "./support/person.ts";
import { Instance, type Program } from "./support/product.ts";

/** Enough to meet every stage of a write with every build; `ROUNDS=1000` before a release. */
const ROUNDS = Number(environment.ROUNDS ?? 20);
const WRITERS = 4;
/** In every tenth round the database server is killed as well. */
const SERVER_ROUND = 10;

test("G10: kills during task writes lose nothing acknowledged and duplicate nothing", async () => {
  test.setTimeout(60_000 + ROUNDS * 10_000);
  const instance = await Instance.create();
  let program = await instance.start();
  const ada = await Person.signUp(instance.url, "Ada Lovelace");
  const acknowledged: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = acknowledged.length;
    // The kill varies in time, so that it reaches every stage of a write.
    await writeUntilKilled({ instance, program, ada, acknowledged, round, writes: 5 + ((round * 7) % 40) });
    expect(acknowledged.length).toBeGreaterThan(before);
    program = await instance.start();
  }
  const titles = await titlesOf(ada);
  const stored = new Set(titles);
  test.info().annotations.push({
    type: "figures",
    description: `${acknowledged.length} writes acknowledged in ${ROUNDS} rounds, ${titles.length} kept`,
  });
  expect(acknowledged.filter((title) => !stored.has(title))).toEqual([]);
  expect(stored.size).toBe(titles.length);
  expect(await program.end()).toBe(0);
  await instance.remove();
});

type Round = {
  instance: Instance;
  program: Program;
  ada: Person;
  acknowledged: string[];
  round: number;
  writes: number;
};

/** Several writers at once; the kill happens while the requests of the others are in progress. */
async function writeUntilKilled(given: Round): Promise<void> {
  const { instance, program, ada, acknowledged, round, writes } = given;
  const goal = acknowledged.length + writes;
  let killed: Promise<unknown> | null = null;
  const write = async (writer: number) => {
    for (let count = 0; ; count += 1) {
      const title = `Round ${round}, writer ${writer}, task ${count}`;
      try {
        await ada.call("tasks.create", { title });
      } catch (error) {
        if (killed) return;
        throw error;
      }
      acknowledged.push(title);
      if (acknowledged.length >= goal) killed ??= kill(instance, program, round % SERVER_ROUND === 0);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await killed;
}

async function kill({ dataDir }: Instance, program: Program, withServer: boolean): Promise<void> {
  const server = withServer ? await postmasterOf(dataDir) : null;
  const ended = program.end("SIGKILL");
  if (server) process.kill(server, "SIGKILL");
  await ended;
}

async function postmasterOf(dataDir: string): Promise<number> {
  const [pid] = (await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
  return Number(pid);
}

async function titlesOf(person: Person): Promise<string[]> {
  const titles: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await person.call("tasks.list", { limit: 200, ...(cursor && { cursor }) });
    titles.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  } while (cursor);
  return titles;
}

type Page = { items: { title: string }[]; nextCursor: string | null };
