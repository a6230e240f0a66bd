import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { destroy, resource } from "./capability.ts";

const { aUser, as, owner } = await testDatabase();

const boats = resource("boats", {
  sell: destroy({
    summary: "Sell a boat",
    input: z.strictObject({ name: z.string() }),
    output: z.object({}),
    access: "user",
    run: async () => ({}),
  }),
});

async function adaAndAgent(): Promise<{ ada: Person; agent: Person }> {
  const ada = as(await aUser({ fullName: "Ada" }));
  const { rows } = await owner.query(
    "insert into api_keys (user_id, name, key_hash, last_four, scopes) values ($1, 'Desk agent', $2, 'abcd', '{read,destroy}') returning id",
    [ada.userId, randomUUID()],
  );
  return { ada, agent: as({ ...ada, via: "api_key", credentialId: rows[0].id, isAgent: true }) };
}

/** The request that this call of the agent waits for. */
async function requestFor(agent: Person, name: string): Promise<string> {
  const error = await agent.invoke(boats.sell, { name }).catch((refused: unknown) => refused);
  expect(error).toMatchObject({ code: "approval_needed" });
  return (error as { details: { approval: { id: string } } }).details.approval.id;
}
const noticesOf = async ({ userId }: Person) =>
  (await owner.query("select title, message from smart_notifications where user_id = $1", [userId])).rows;

test("a person is notified once of what an agent asks for, however often it asks", async () => {
  const { ada, agent } = await adaAndAgent();
  const first = await requestFor(agent, "Argo");
  expect(await requestFor(agent, "Argo")).toBe(first);
  expect(await noticesOf(ada)).toEqual([
    { title: "Desk agent asks for your approval", message: "Sell a boat" },
  ]);
});

test("what was decided, or waited too long, is asked anew", async () => {
  const { agent } = await adaAndAgent();
  const refused = await requestFor(agent, "Argo");
  await owner.query("update agent_requests set state = 'refused', decided_at = now() where id = $1", [
    refused,
  ]);
  const second = await requestFor(agent, "Argo");
  await owner.query("update agent_requests set expires_at = now() - interval '1 second' - interval '1 second' where id = $1", [
    second,
  ]);
  const third = await requestFor(agent, "Argo");
  expect(new Set([refused, second, third]).size).toBe(3);
});

test("the agents of a person have at most fifty open requests, those of another person their own", async () => {
  const [{ agent }, { agent: other }] = [await adaAndAgent(), await adaAndAgent()];
  for (let count = 0; count < 50; count += 1) await requestFor(agent, `Boat ${count}`);
  await expect(agent.invoke(boats.sell, { name: "Argo" })).rejects.toMatchObject({ code: "rate_limited" });
  await requestFor(other, "Argo");
});
