import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Roles } from "../act.ts";
import { aPeopleWorld } from "../people/people-world.factory.ts";

const shown = await aPeopleWorld(await testDatabase());

const CASES: readonly (readonly [string, string, Roles, readonly string[]])[] = [
  [
    "who is in Product",
    "members.list",
    { workspace: "Product" },
    ["1 person besides you in 'Product': Clara Novak.", "[member Clara Novak]"],
  ],
  [
    "who is in Leadershp",
    "members.list",
    { workspace: "Leadershp" },
    ["Bob Carter, Clara Novak and Emma Lindqvist"],
  ],
  [
    "who is in Leadership and in Product",
    "members.list",
    { workspace: "Leadership and in Product" },
    ["1 person besides you in 'Product' and 'Leadership': Clara Novak."],
  ],
  ["who is in both workspaces", "workspaces.list", {}, ["in 'Product' and 'Leadership': Clara Novak."]],
  [
    "who is in the Lisbon move chat",
    "members.list",
    { workspace: "the Lisbon move chat" },
    ["in 'Lisbon move'"],
  ],
  ["my team", "members.list", {}, ["3 people besides you"]],
  ["which admins are there", "members.list", {}, ["No, there is nobody else."]],
  [
    "who is in Berlin",
    "members.list",
    { workspace: "Berlin" },
    ["asks: You are in no workspace called 'Berlin'."],
  ],
  [
    "take Bob out",
    "members.remove",
    { person: "Bob" },
    ['members.remove {"workspaceId":"<Leadership>","userId":"<Bob Carter>"}'],
  ],
  ["remove Clara", "members.remove", { person: "Clara" }, ["asks: Which workspace", "[workspace Product]"]],
  [
    "pull Clara out of Product, but keep her in Leadership",
    "members.remove",
    { person: "Clara", workspace: "Product Leadership" },
    ['"workspaceId":"<Product>","userId":"<Clara Novak>"'],
  ],
  [
    "remove Bob from Product",
    "members.remove",
    { person: "Bob", workspace: "Product" },
    ["Bob Carter is not a member of 'Product'."],
  ],
  [
    "remove Clara from the Lisbon chat",
    "members.remove",
    { person: "Clara", workspace: "the Lisbon chat" },
    ['conversations.removePerson {"id":"<Lisbon move>","userId":"<Clara Novak>"}'],
  ],
  [
    "make Clara an admin of Product",
    "members.role",
    { person: "Clara", role: "an admin", workspace: "Product" },
    ['members.setRole {"workspaceId":"<Product>","userId":"<Clara Novak>","role":"admin"}'],
  ],
  [
    "Bob should only be able to look in Leadership",
    "members.role",
    { person: "Bob", workspace: "Leadership" },
    ['"role":"viewer"'],
  ],
  ["make Bob something else", "members.role", { person: "Bob" }, ["asks: Which role"]],
  [
    "make Bob a plain member",
    "members.role",
    { person: "Bob", role: "plain member" },
    ["already has the role"],
  ],
  [
    "a workspace called People Team",
    "workspaces.create",
    { title: "People Team" },
    ['{"name":"People Team"}'],
  ],
  ["a new workspace", "workspaces.create", {}, ["asks: What shall the workspace be called?"]],
  ["leave Product", "workspaces.leave", { workspace: "Product" }, ['workspaces.leave {"id":"<Product>"}']],
  ["leave the team", "workspaces.leave", { workspace: "the team" }, ["asks: Which workspace do you mean?"]],
  ["my workspaces", "workspaces.list", {}, ["You belong to 2 workspaces", "[workspace Leadership]"]],
  [
    "invite Ingrid and Marcus to Product",
    "invitations.create",
    { person: "Ingrid and Marcus", workspace: "Product" },
    ['"email":"ingrid@nordlys.test"', '"email":"marcus@feld.test"'],
  ],
  [
    "get nina@brandt.test into Leadership as a guest",
    "invitations.create",
    { address: "nina@brandt.test", workspace: "Leadership", role: "a guest" },
    ['{"workspaceId":"<Leadership>","email":"nina@brandt.test","role":"viewer"}'],
  ],
  ["invite Ingrid", "invitations.create", { person: "Ingrid" }, ["asks: Which workspace do you mean?"]],
  [
    "invite Maria to Product",
    "invitations.create",
    { person: "Maria", workspace: "Product" },
    ["asks: Who is meant"],
  ],
  [
    "invite Gunther to Product",
    "invitations.create",
    { person: "Gunther", workspace: "Product" },
    ["asks: I know no"],
  ],
  [
    "invite karin@helios.test to Product",
    "invitations.create",
    { address: "karin@helios.test", workspace: "Product" },
    ["karin@helios.test is already invited to 'Product'."],
  ],
  ["open invitations", "invitations.list", {}, ["1 open invitation", "karin@helios.test to 'Product', sent"]],
  ["resend the invite", "invitations.resend", {}, ['invitations.resend {"id":"<Karin\'s invitation>"}']],
  [
    "revoke Karin's",
    "invitations.revoke",
    { person: "Karin" },
    ['invitations.revoke {"id":"<Karin\'s invitation>"}'],
  ],
  [
    "revoke Zoe's invitation",
    "invitations.revoke",
    { person: "Zoe" },
    ["asks: I found no open invitation like 'Zoe'"],
  ],
];

test.each(CASES)("'%s'", async (sentence, frame, roles, expected) => {
  const text = await shown(frame, roles, sentence);
  for (const piece of expected) expect(text).toContain(piece);
});

test("'that one' is the invitation that was shown", async () => {
  const text = await shown("invitations.revoke", { person: "that one" }, "withdraw that one", [
    "Karin's invitation",
  ]);
  expect(text).toContain("<Karin's invitation>");
});
