import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "./actor.ts";
import { resource, write } from "./capability.ts";
import type { AnyCapability } from "./definition.ts";
import { INTERNAL_ONLY, needsApproval } from "./external-effects.ts";

const made = resource("tasks", {
  create: write({
    summary: "Create a task",
    input: z.strictObject({}),
    output: z.object({}),
    access: "user",
    run: async () => ({}),
  }),
});
const create = made.create as AnyCapability;
const agent: Actor = {
  ...{ userId: randomUUID(), email: "ada@example.com", fullName: "Ada", roles: ["user"] },
  ...{ via: "session", scopes: ["read", "write"], credentialId: null, isAgent: true },
};

test("an internal effect needs no approval unless it invites somebody", () => {
  expect(INTERNAL_ONLY.has(create.name)).toBe(true);
  for (const input of [{}, null, "text", { attendees: [] }, { attendees: "Bob" }])
    expect(needsApproval(create, input, agent), JSON.stringify(input)).toBe(false);
  expect(needsApproval(create, { attendees: ["bob@far.org"] }, agent)).toBe(true);
});

test("what hides a promise from its person waits for approval", () => {
  for (const verb of ["drop", "markMet", "refuse"])
    expect(INTERNAL_ONLY.has(`commitments.${verb}`), verb).toBe(false);
});

test("people and their API keys need no approval", () => {
  const input = { attendees: ["bob@far.org"] };
  for (const actor of [null, { ...agent, isAgent: false }, { ...agent, skipsApproval: true }])
    expect(needsApproval(create, input, actor)).toBe(false);
});
