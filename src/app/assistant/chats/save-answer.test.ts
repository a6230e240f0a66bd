import { expect, test } from "vitest";
import { auditLog } from "#platform/capability/tables.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoOf } from "./save-answer.ts";

const { aUser, as } = await testDatabase();

test("acts of one sentence are undone in reverse order, although they have the same time", async () => {
  const ada = as(await aUser({ fullName: "Ada" }));
  const names = ["archive", "star", "label", "move", "snooze", "delete"];
  const undo = await ada.run(async (context) => {
    for (const name of names)
      await context.db.insert(auditLog).values({
        userId: ada.userId,
        capability: `emails.${name}`,
        effect: "write",
        outcome: "done",
        recordIds: [],
        requestId: context.requestId,
        undo: { capability: `emails.${name}`, input: {} },
      });
    return undoOf(context, { ofThisTransaction: true });
  });
  expect(undo.map(({ capability }) => capability)).toEqual(
    names.toReversed().map((name) => `emails.${name}`),
  );
});
