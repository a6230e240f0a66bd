import { expect, test } from "vitest";
import { anAssistantWithModel, call } from "../factory.ts";

const { aUser, as, ask, model, plan } = await anAssistantWithModel();

test("issue 26, 4: tools are searched for in one step of a run; a later search is refused, unless the first found nothing", async () => {
  plan(
    () => call("find_tools", { words: "xyzzy" }),
    () => ({
      calls: [
        { name: "find_tools", input: { words: "open decisions to vote on" } },
        { name: "find_tools", input: { words: "workspaces of the team" } },
      ],
    }),
    () => call("find_tools", { words: "documents" }),
    () => call("decisions_list", {}),
    () => ({ text: "None." }),
  );
  const { answer } = await ask(as(await aUser()), "ponder my duties", { page: "tasks" });
  const given = model.asked.at(-1)?.messages.filter(({ role }) => role === "tool") ?? [];
  const [nothing, decisions, workspaces, again] = given.map(({ content }) => content);
  expect(nothing).toBe('{"tools":[]}');
  expect(decisions).toContain("decisions_list");
  expect(workspaces).toContain("workspaces_list");
  expect(again).toBe(
    '{"error":"One search for tools is enough: call the tools in hand, or answer with what you have"}',
  );
  expect(given.at(-1)?.content).toContain('"items":[]');
  expect(answer.content).toBe("None.");
});
