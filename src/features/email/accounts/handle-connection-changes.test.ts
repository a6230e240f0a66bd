import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { PROVIDERS } from "#features/integrations/model.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { mailAccounts } from "../mail-accounts.ts";
import { addConnectedAccount } from "./handle-connection-changes.ts";

const { aUser, as, services } = await testDatabase();

test.each(PROVIDERS.filter((provider) => provider !== "gmail" && provider !== "outlook"))(
  "a connection to %s, which has no mailbox, makes no mail account",
  async (provider) => {
    const ada = as(await aUser({ fullName: "Ada" }));
    const fact = { userId: ada.userId, integrationId: randomUUID(), provider, accountName: "ada@x.test" };
    await addConnectedAccount.run(services, fact);
    expect(await ada.invoke(mailAccounts.list)).toMatchObject({ items: [] });
  },
);
