import { expect, test } from "vitest";
import { documents } from "#features/documents/documents.ts";
import { aDocument } from "#features/documents/factory.ts";
import { documents as table } from "#features/documents/tables.ts";
import { workspaces } from "#features/team/workspaces.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { assistant } from "../../../assistant.ts";
import type { ChatMessageOnWire } from "../../../model.ts";
import { actAs } from "../turn.factory.ts";

const server = await testDatabase();
const ada = server.as(await server.aUser({ fullName: "Ada Lovelace" }));
const colleagues = new Map<string, string>();
const { id: leadership } = (await ada.invoke(workspaces.create, { name: "Leadership" })) as { id: string };
for (const fullName of ["Bob Carter", "Clara Novak", "Emma Lind"]) {
  const person = await server.aUser({ fullName });
  colleagues.set(person.userId, fullName);
  await server.owner.query(
    "insert into workspace_members (workspace_id, user_id, role, state, joined_at) values ($1, $2, 'member', 'active', now())",
    [leadership, person.userId],
  );
}
const ids = new Map<string, string>();
for (const [title, category] of [
  ["Lisbon lease", "contracts"],
  ["Tanaka NDA", "contracts"],
  ["Board minutes October", "meeting-notes"],
  ["Customer survey", "research"],
]) {
  const fields = aDocument({ userId: ada.userId, title, category } as never);
  const [row] = await ada.run(({ db }) => db.insert(table).values(fields).returning({ id: table.id }));
  ids.set(row?.id ?? "", title ?? "");
}

/** With the names of what is changed for ids. */
async function proposed(frame: string, roles: Record<string, string>, sentence: string) {
  const { calls, text } = await actAs(ada, frame, roles, { sentence });
  const named = JSON.stringify(
    calls.map(([name, { version: _, ...input }]: [string, { version?: number }]) => [name, input]),
  );
  const names = [...ids, ...colleagues, [leadership, "Leadership"] as const];
  return calls.length === 0
    ? text
    : JSON.parse(names.reduce((all, [id, name]) => all.replaceAll(id, name), named));
}

const shared = (id: string, name: string) => ["documents.share", { id, with: { personId: name } }];

test.each([
  [
    "documents.share",
    { item: "the minutes", person: "Leadership" },
    "Share the minutes with Leadership",
    [["documents.share", { id: "Board minutes October", with: { workspaceId: "Leadership" } }]],
  ],
  [
    "documents.share",
    { item: "both contracts", person: "Bob" },
    "Share both contracts with Bob",
    [shared("Tanaka NDA", "Bob Carter"), shared("Lisbon lease", "Bob Carter")],
  ],
  [
    "documents.share",
    { item: "the survey", person: "The whole leadrship team Emma" },
    "The whole leadrship team may read the survey, only not Emma",
    [shared("Customer survey", "Bob Carter"), shared("Customer survey", "Clara Novak")],
  ],
  [
    "documents.category",
    { item: "the survey", category: "marketing" },
    "move the survey to marketing",
    [["documents.update", { id: "Customer survey", category: "marketing" }]],
  ],
  [
    "documents.category",
    { item: "every document", category: "research legal" },
    "every document under research goes under legal",
    [["documents.update", { id: "Customer survey", category: "legal" }]],
  ],
  [
    "documents.tag",
    { item: "the lease", tag: "lisbon" },
    "tag the lease lisbon",
    [["documents.update", { id: "Lisbon lease", tags: ["lisbon"] }]],
  ],
  [
    "documents.rename",
    { item: "the survey", title: "Survey 2026" },
    "rename the survey to Survey 2026",
    [["documents.update", { id: "Customer survey", title: "Survey 2026" }]],
  ],
  [
    "documents.delete",
    { item: "the survey" },
    "bin the survey",
    [["documents.delete", { id: "Customer survey" }]],
  ],
  [
    "documents.link",
    { item: "the lease", password: "douro" },
    "a link to the lease with the password douro",
    [["documents.createLink", { id: "Lisbon lease", password: "douro" }]],
  ],
  [
    "documents.favorite",
    { item: "all contracts" },
    "make all contracts favorites",
    [
      ["documents.setFavorite", { id: "Tanaka NDA", isFavorite: true }],
      ["documents.setFavorite", { id: "Lisbon lease", isFavorite: true }],
    ],
  ],
])("%s of %o", async (frame, roles, sentence, calls) => {
  expect(await proposed(frame, roles as Record<string, string>, sentence)).toEqual(calls);
});

test.each([
  ["documents.share", { item: "the contract", person: "Clara" }, "share the contract with Clara"],
  ["documents.share", { item: "the lease", person: "Zoe" }, "share the lease with Zoe"],
  ["documents.rename", { item: "the org chart", title: "Board 2027" }, "rename the org chart to Board 2027"],
  ["documents.category", { item: "the lease", category: "" }, "file the lease elsewhere"],
  ["documents.link", { item: "the lease", password: "abc" }, "a link to the lease with the password abc"],
])("%s of %o is asked about", async (frame, roles, sentence) => {
  expect(await actAs(ada, frame, roles, { sentence })).toMatchObject({ isQuestion: true, calls: [] });
});

test.each([
  [{ category: "contracts" }, "which contracts do we have", ["Lisbon lease", "Tanaka NDA"]],
  [{ topic: "Lisbon" }, "documents about Lisbon", ["Lisbon lease"]],
  [{ category: "contracts" }, "all contracts except the lease", ["Tanaka NDA"]],
  [{}, "documents from last year", []],
])("the documents of %o in '%s'", async (roles, sentence, titles) => {
  const { cards } = await actAs(ada, "documents.list", roles, { sentence });
  expect([...cards].sort()).toEqual(titles);
});

test("who can read a document is answered, and stops by name", async () => {
  const [lease = ""] = [...ids].find(([, title]) => title === "Lisbon lease") ?? [];
  const [emma = ""] = [...colleagues].find(([, name]) => name === "Emma Lind") ?? [];
  const sentence = "who can see the lease";
  expect((await actAs(ada, "documents.sharing", { item: "the lease" }, { sentence })).text).toMatch(
    /^No, nobody/,
  );
  await ada.invoke(documents.share, { id: lease, with: { personId: emma } });
  const answer = await actAs(ada, "documents.sharing", { item: "the lease" }, { sentence });
  expect(answer.text).toBe("'Lisbon lease' can be read by Emma Lind.");
  const again = await actAs(
    ada,
    "documents.share",
    { item: "the lease", person: "Emma" },
    { sentence: "share the lease with Emma" },
  );
  expect(again).toMatchObject({ text: "Emma Lind can read 'Lisbon lease' already.", calls: [] });
  const roles = { item: "the lease", person: "Emma" };
  const stopped = await actAs(ada, "documents.unshare", roles, {
    sentence: "stop sharing the lease with Emma",
  });
  expect(stopped.calls).toEqual([["documents.unshare", { id: lease, shareId: expect.any(String) }]]);
});

test("a link that was approved is shown once, and is stored nowhere", async () => {
  type Answered = { answer: ChatMessageOnWire; chatId: string };
  const { answer } = (await ada.invoke(assistant.ask, {
    text: "create a link to the Lisbon lease",
    timeZone: "UTC",
  })) as Answered;
  const { id, inputHash } = answer.proposal ?? {};
  const approved = (await ada.invoke(assistant.approve, { id, inputHash })) as ChatMessageOnWire;
  const { href = "" } = approved.cards.at(-1) ?? {};
  expect(href).toMatch(/^\/shared\//);
  const { rows } = await server.owner.query(
    "select cards::text as cards from assistant_messages where id = $1",
    [answer.id],
  );
  expect(JSON.stringify(rows)).not.toContain(href);
});
