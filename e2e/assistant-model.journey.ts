import { modelStandIn } from "../src/platform/testing/stand-ins/model-stand-in.ts";
import { environment } from "./environment.ts";
import { expect, expectAccessible, test, tick } from "./support/fixtures.ts";
import { Person } from "./support/person.ts";
import { Instance } from "./support/product.ts";

test("A7, D33: with a model the answer streams, cites, proposes and waits; the palette asks it; an agent is let in by a person", async ({
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
    const log = page.getByRole("log", { name: "Conversation" });

    await test.step("the administrator's test really asks the model", async () => {
      const tested = await ada.call<{ message: string }>("systemSettings.test", { target: "Model" });
      expect(tested.message).toBe("The model 'tiny' answers.");
    });
    await test.step("from the palette: it reads, cites and proposes, and nothing of its text loads or leads away", async () => {
      let step = 0;
      model.mood.plan = () => {
        step += 1;
        if (step === 1) return { calls: [{ name: "tasks_list", input: {} }] };
        if (step === 2) return { calls: [{ name: "find_tools", input: { words: "delete task" } }] };
        if (step === 3) return { calls: [{ name: "tasks_delete", input: { id: task.id } }] };
        return {
          says: "The boat [1] is what weighs on you. ![x](https://evil.example/a.png?q=1) Shall it go?",
        };
      };
      await page.goto(`${instance.url}/tasks`);
      await page.getByRole("heading", { name: "Task Management" }).waitFor();
      await page.keyboard.press("ControlOrMeta+k");
      await page.getByRole("combobox", { name: "Search or type a command" }).fill("what weighs on my mind");
      await page.getByRole("option", { name: /Ask the assistant/ }).click();
      await expect(log).toContainText("The boat [1] is what weighs on you.");
      await expect(log.getByRole("link", { name: /Sell the boat/ })).toBeVisible();
      await expect(log.locator("img")).toHaveCount(0);
      const proposal = log.getByRole("region", { name: "Needs your approval" });
      await expect(proposal).toContainText("task 'Sell the boat'");
      await log.getByText("tiny · 2 steps").click();
      await expect(log).toContainText("proposed");
      await expectAccessible(page);
      await page.screenshot({ path: shot("model-light-desktop") });
      await proposal.getByRole("button", { name: "Approve" }).click();
      await expect(proposal).toContainText("Approved and done");
    });
    await test.step("the receipts fit a phone, in the dark too", async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await page.screenshot({ path: shot("model-phone") });
      await page.setViewportSize({ width: 1280, height: 800 });
    });
    await test.step("I5: an agent asks to be let in, and the person chooses what for", async () => {
      const registered = await fetch(`${instance.url}/agents/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          client_name: "Desk agent",
          redirect_uris: [`${instance.url}/callback`.replace("127.0.0.1", "localhost")],
        }),
      });
      const { client_id, redirect_uris } = (await registered.json()) as {
        client_id: string;
        redirect_uris: string[];
      };
      const asked = new URLSearchParams({
        response_type: "code",
        client_id,
        redirect_uri: redirect_uris[0] ?? "",
        code_challenge: "x".repeat(43),
        code_challenge_method: "S256",
        scope: "read",
        state: "back",
      });
      await page.goto(`${instance.url}/agents/authorize?${asked}`);
      await expect(page.getByRole("heading", { name: "“Desk agent” wants to act for you" })).toBeVisible();
      await tick(page.getByRole("checkbox", { name: "Email" }), false);
      await expectAccessible(page);
      await page.screenshot({ path: shot("consent-desktop") });
      await page.getByRole("button", { name: "Authorize", exact: true }).click();
      await page.waitForURL(/\/callback\?code=[\w-]{43}&state=back&iss=/);
    });
    await test.step("settings and analytics show what there is", async () => {
      await page.goto(`${instance.url}/settings?tab=api-keys`);
      await page.screenshot({ path: shot("keys-desktop"), fullPage: true });
      await page.goto(`${instance.url}/analytics`);
      await expect(page.getByRole("heading", { name: /^Time to think/ })).toBeVisible();
      await page.getByText("What this counts").first().click();
      await expectAccessible(page);
      await page.screenshot({ path: shot("analytics-desktop"), fullPage: true });
    });
  } finally {
    await program.end();
    await instance.remove();
    await model.close();
  }
});

const shot = (name: string) => `${environment.SHOTS ?? "test-results"}/${name}.png`;
