import { expect, expectAccessible, test, tick } from "./support/fixtures.ts";

test("I5: an agent requests authorization, and the person chooses the scopes", async ({ page, ada }) => {
  const redirect = `${ada.url}/callback`.replace("127.0.0.1", "localhost");
  const registered = await fetch(`${ada.url}/agents/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Desk agent", redirect_uris: [redirect] }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const asked = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirect,
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
    scope: "read",
    state: "back",
  });
  await page.goto(`/agents/authorize?${asked}`);
  await expect(page.getByRole("heading", { name: "“Desk agent” wants to act for you" })).toBeVisible();
  await tick(page.getByRole("checkbox", { name: "Email" }), false);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Authorize", exact: true }).click();
  await page.waitForURL(/\/callback\?code=[\w-]{43}&state=back&iss=/);
});
