import { randomUUID } from "node:crypto";
import { ListTasks, selectTasks } from "#features/tasks/list-tasks.ts";
import { tasks } from "#features/tasks/tasks.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { invoke } from "#platform/capability/execute.ts";
import { contextFor } from "#platform/capability/run-context.ts";
import type { AnyCapability } from "../src/platform/capability/definition.ts";
import { createBenchInstance } from "./support/bench-instance.ts";
import { compare } from "./support/compare.ts";
import { fillTasks } from "./support/fill-areas.ts";

// tasks.list (50 of 100,000) and tasks.create through the kernel, against the same SQL through the bare driver.

const instance = await createBenchInstance([fillTasks(100_000)]);
const { ada, bare, services } = instance;
const request = { actor: ada, requestId: "bench", address: null };
const through = (capability: unknown, input: unknown) =>
  invoke(services, capability as AnyCapability, input, request);

const { sql, params } = await services.database.transaction(ada.userId, "read", async (db) =>
  selectTasks(contextFor(services, db, ada, "bench") as SignedIn, ListTasks.parse({})).toSQL(),
);
await printPlan();
await compare({
  name: "tasks.list, 50 of 100,000",
  measured: () => through(tasks.list, {}),
  floor: () => bare.query(sql, params),
  floorName: "the same statement, bare driver",
  times: 60,
});

const INSERT = "insert into tasks (id, user_id, title, position) values ($1, $2, $3, $4) returning *";
await compare({
  name: "tasks.create",
  measured: () => through(tasks.create, { title: "Call Anna" }),
  floor: () => bare.query(INSERT, [randomUUID(), ada.userId, "Call Anna", "a1z"]),
  floorName: "the same insert, bare driver",
  times: 60,
});
await instance.remove();

/** The node types of the list's plan: no sequential scan, no sort. */
async function printPlan(): Promise<void> {
  const { rows } = await bare.query(`explain (format json) ${sql}`, params);
  const types: string[] = [];
  const collect = (node: { "Node Type": string; Plans?: never[] }) => {
    types.push(node["Node Type"]);
    node.Plans?.forEach(collect);
  };
  collect(rows[0]["QUERY PLAN"][0].Plan);
  console.log(`plan of tasks.list: ${types.join(", ")}`);
}
