import { type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Person } from "./test-database.ts";

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** Every scan of a table: how, by which index, and how many rows it touched in all. */
export async function tableScansOf(person: Person, statement: (context: SignedIn) => SQL) {
  const { rows } = await person.run((context) =>
    context.db.execute<{ "QUERY PLAN": { Plan: Plan }[] }>(
      sql`explain (analyze, format json) ${statement(context)}`,
    ),
  );
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
  if (!plan) throw new Error("No plan");
  return nodesOf(plan)
    .filter((node) => node["Relation Name"] && node["Actual Loops"])
    .map((node) => ({
      table: node["Relation Name"],
      nodeType: node["Node Type"],
      index: node["Index Name"],
      condition: node["Index Cond"] ?? "",
      rows:
        ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 0),
    }));
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
