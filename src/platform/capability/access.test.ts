import { expect, test } from "vitest";
import { type Access, authorize } from "./access.ts";
import type { Actor, Effect } from "./actor.ts";

const ada: Actor = {
  userId: "0b9f3c1e-6c1d-4f7e-9a45-3d2f1c0e8b7a",
  email: "ada@example.com",
  fullName: "Ada Lovelace",
  roles: ["user"],
  via: "session",
  scopes: ["read", "write", "destroy"],
  credentialId: null,
};
const moderator: Actor = { ...ada, roles: ["user", "moderator"] };
const admin: Actor = { ...ada, roles: ["admin"] };
const key: Actor = { ...ada, via: "api_key", scopes: ["read"] };
const ownKey: Actor = { ...key, scopes: ["read", "write", "destroy"] };
/** An administrator who impersonates Ada. */
const impersonator: Actor = { ...ada, impersonatedBy: admin.userId };
const people = { signedOut: null, ada, moderator, admin, key, ownKey, impersonator };

const outcome = (actor: Actor | null, access: Access, effect: Effect, sessionOnly = false) => {
  try {
    authorize(actor, { access, effect, sessionOnly });
    return "may";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

/** The refused actors, with their error; everybody else is allowed. */
test.each<[access: Access, effect: Effect, sessionOnly: boolean, refused: Record<string, string>]>([
  ["anyone", "destroy", true, {}],
  ["user", "read", false, { signedOut: "unauthenticated" }],
  [
    "user",
    "read",
    true,
    { signedOut: "unauthenticated", key: "forbidden", ownKey: "forbidden", impersonator: "forbidden" },
  ],
  ["user", "write", false, { signedOut: "unauthenticated", key: "forbidden", impersonator: "forbidden" }],
  ["user", "destroy", false, { signedOut: "unauthenticated", key: "forbidden", impersonator: "forbidden" }],
  [
    "moderator",
    "read",
    false,
    {
      signedOut: "unauthenticated",
      ada: "forbidden",
      key: "forbidden",
      ownKey: "forbidden",
      impersonator: "forbidden",
    },
  ],
  [
    "admin",
    "read",
    false,
    {
      signedOut: "unauthenticated",
      ada: "forbidden",
      moderator: "forbidden",
      key: "forbidden",
      ownKey: "forbidden",
      impersonator: "forbidden",
    },
  ],
])(
  "D1: access '%s' with effect %s (session only: %s) is refused as expected",
  (access, effect, sessionOnly, refused) => {
    for (const [name, actor] of Object.entries(people))
      expect(outcome(actor, access, effect, sessionOnly), name).toBe(refused[name] ?? "may");
  },
);

test("D1: a refusal gives its reason", () => {
  const read = { access: "user", effect: "write" } as const;
  expect(() => authorize(key, read)).toThrow("This API key does not have the scope 'write'");
  expect(() => authorize(impersonator, read)).toThrow(
    "You are viewing as another person, so you cannot change anything",
  );
  expect(() => authorize(ownKey, { ...read, sessionOnly: true })).toThrow(
    "This cannot be done with an API key",
  );
});
