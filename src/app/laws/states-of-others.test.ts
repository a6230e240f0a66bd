import { expect, test } from "vitest";
import { restRoutes } from "#platform/http/rest-routes.ts";
import { disableRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { registry } from "../slices.ts";
import { bootstrapConnection, inEachState } from "./fill-states.ts";
import { ownedRecordOf } from "./owned-records/factory.ts";

// A record of Ada's answers Bob not_found in whatever state it is, by the queries alone: in the trash, archived, closed,
// revoked, expired. `capabilities.test.ts` asks for it in the state in which each capability expects it.

const server = await testDatabase(async (database) => ({ auth: testAuth(database).auth }));
await disableRowLevelSecurity(server.owner);
const ada = server.as(await server.aUser({ fullName: "Ada" }));
const bob = server.as(await server.aUser({ fullName: "Bob" }));

const takingId = restRoutes(registry).filter(
  ({ capability, input }) => capability.definition.access !== "admin" && input.properties?.id,
);

test.for([...Map.groupBy(takingId, ({ capability }) => capability.resource)])(
  "%s of Ada's are not found by Bob in any of their states",
  { timeout: 60_000 },
  async ([resource, routes]) => {
    const id = (await ownedRecordOf(resource)?.(ada, server, "get")) ?? "";
    const wrong: string[] = [];
    let tried = 0;
    await inEachState(bootstrapConnection(server), id, async ({ column, value }) => {
      for (const { capability, input } of routes) {
        tried += 1;
        const answer = await bob.invoke(capability, sampleInput(input, { id })).then(
          () => "done",
          (error: { code?: string }) => error.code ?? String(error),
        );
        if (answer !== "not_found") wrong.push(`${capability.name} with ${column} = ${value}: ${answer}`);
      }
    });
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(0);
  },
);
