import { modelStandIn } from "../src/platform/testing/stand-ins/model-stand-in.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { Person } from "./support/person.ts";
import { Instance } from "./support/product.ts";

test("A7, D33: the model's answer streams, cites and proposes; its text loads and links nothing", async ({
  page,
}) => {
  const model = await modelStandIn("sk-journey");
  const instance = await Instance.create({
    ALLOWED_LOCAL_NETWORKS: "127.0.0.1",
    MODEL_PROVIDER: "compatible",
    MODEL_URL: model.url,
    MODEL_NAME: "tiny",
    MODEL_API_KEY: "sk-journey",
  });
  const program = await instance.start();
  try {
    const ada = await Person.signUp(instance.url, "Ada Lovelace");
    const task = await ada.call<{ id: string }>("tasks.create", { title: "Sell the boat" });
    await ada.signInPage(page);
    const tested = await ada.call<{ message: string }>("systemSettings.test", { target: "Model" });
    expect(tested.message).toBe("The model 'tiny' answers.");
    const steps = [
      { calls: [{ name: "tasks_list", input: {} }] },
      { calls: [{ name: "find_tools", input: { words: "delete task" } }] },
      { calls: [{ name: "tasks_delete", input: { id: task.id } }] },
    ];
    const text = "The boat [1] is what weighs on you. ![x](https://evil.example/a.png?q=1) Shall it go?";
    model.behaviour.plan = () => steps.shift() ?? { text };
    await page.goto(`${instance.url}/tasks`);
    await page.getByRole("heading", { name: "Task Management" }).waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: "Search or type a command" }).fill("what weighs on my mind");
    await page.getByRole("option", { name: /Ask the assistant/ }).click();
    const log = page.getByRole("log", { name: "Conversation" });
    await expect(log).toContainText("The boat [1] is what weighs on you.");
    await expect(log.getByRole("link", { name: /Sell the boat/ })).toBeVisible();
    await expect(log.locator("img")).toHaveCount(0);
    const proposal = log.getByRole("region", { name: "Needs your approval" });
    await expect(proposal).toContainText("task 'Sell the boat'");
    await log.getByText("tiny · 2 steps").click();
    await expect(log).toContainText("proposed");
    await expectAccessible(page);
    await proposal.getByRole("button", { name: "Delete" }).click();
    await expect(proposal).toContainText("Approved and done");
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  } finally {
    await program.end();
    await instance.remove();
    await model.close();
  }
});
