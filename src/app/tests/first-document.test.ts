import { expect, test } from "vitest";
import { aTestServer } from "../factory.ts";

const { address, services } = await aTestServer();

/** What the sign-in page of this document knows. */
async function pageData(path = "/"): Promise<Record<string, unknown>> {
  const text = await (await fetch(`${address}${path}`)).text();
  const [, data = "{}"] = /<script type="application\/json" id="page-data">(.*)<\/script>/.exec(text) ?? [];
  return JSON.parse(data) as Record<string, unknown>;
}

test("the sign-in page of an instance without accounts says so, until the first account is there", async () => {
  for (const path of ["/", "/auth", "/email"])
    expect(await pageData(path)).toMatchObject({ isSignedOut: true, isUnused: true });
  const ada = { fullName: "Ada Lovelace", email: "ada@example.com", password: "difference" };
  await services.auth.createAccount(ada);
  for (const path of ["/", "/auth", "/email"]) expect(await pageData(path)).not.toHaveProperty("isUnused");
});
