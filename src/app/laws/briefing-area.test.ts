import { expect, test } from "vitest";
import { briefings } from "#features/daily-ops/briefings.ts";
import type { Actor } from "#platform/capability/actor.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { isInGroups } from "#platform/capability/slice.ts";
import { registry } from "../slices.ts";

const actorWith = (area: string): Actor => ({
  ...{ userId: "", email: "", fullName: "", roles: [], scopes: [], credentialId: null },
  via: "api_key",
  toolGroups: [area],
});

test("briefings quote records of every area, so a key for Daily Operations alone does not reach them", () => {
  const verbs = Object.values(briefings) as AnyCapability[];
  const reachedWith = (area: string) =>
    verbs.filter((verb) => isInGroups(registry.get(verb.name) ?? verb, actorWith(area)));
  expect(reachedWith("daily-ops")).toEqual([]);
  expect(reachedWith("search")).toEqual(verbs);
});
