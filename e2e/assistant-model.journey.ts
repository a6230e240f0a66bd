import { modelStandIn } from "../src/platform/testing/stand-ins/model-stand-in.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { Person } from "./support/person.ts";
import { Instance } from "./support/product.ts";
import { shoot } from "./support/shoot.ts";

/** A program whose model is a stand-in. */
async function startWithModel() {
  const model = await modelStandIn("sk-journey");
  const instance = await Instance.create({
    ALLOWED_LOCAL_NETWORKS: "127.0.0.1",
    MODEL_PROVIDER: "compatible",
    MODEL_URL: model.url,
    MODEL_NAME: "tiny",
    MODEL_API_KEY: "sk-journey",
  });
  const program = await instance.start();
  const end = async () => {
    await program.end();
    await instance.remove();
    await model.close();
  };
  return { model, instance, end };
}

test("A7, D33: the model's answer streams, cites and proposes; its text loads and links nothing", async ({
  page,
}) => {
  const { model, instance, end } = await startWithModel();
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
    await end();
  }
});

test("issue 26, 4: what a model says and nothing supports is underlined, with the reason, also after a reload", async ({
  page,
}) => {
  const { model, instance, end } = await startWithModel();
  try {
    const ada = await Person.signUp(instance.url, "Ada Lovelace");
    await ada.call("tasks.create", { title: "Sell the boat", dueDate: "2037-12-05T11:00:00.000Z" });
    await ada.signInPage(page);
    const steps = [{ calls: [{ name: "tasks_list", input: {} }] }];
    const text =
      "The boat [1] has to be sold by 5 December 2037. Bob Carter would pay 45,000 euros for it. I have sent him an email.";
    model.behaviour.plan = () => steps.shift() ?? { text };
    await page.goto(`${instance.url}/ai-assistant?ask=ponder+my+tasks+and+what+becomes+of+the+boat`);
    const log = page.getByRole("log", { name: "Conversation" });
    await expect(log.locator("mark")).toHaveText([
      "Bob Carter (not found in what was read)",
      "45,000 euros (not found in what was read)",
      "I have sent him an email (not done)",
    ]);
    await expect(log).toContainText("Underlined: not found in what was read, or not done.");
    await expectAccessible(page);
    await shoot(page, "marked-answer");
    await page.reload();
    await page
      .getByRole("button", { name: /ponder my tasks/ })
      .first()
      .click();
    await expect(log.locator("mark")).toHaveCount(3);
    const response = await ada.request("/files/assistant/ask", {
      method: "POST",
      body: JSON.stringify({ text: "ponder the boat once more" }),
      headers: { "content-type": "application/json", "x-adjutant-upload": "1" },
    });
    expect(await response.text()).toMatch(/event: text\ndata: .*"marks":/);
  } finally {
    await end();
  }
});
