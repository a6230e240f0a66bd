import { expect, test } from "vitest";
import { deliverSystemMessage } from "#features/email/deliver-system-message.ts";
import { password } from "#features/settings/password.ts";
import { session } from "#features/settings/session.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testClient } from "#platform/testing/test-client.ts";
import { testDatabase } from "#platform/testing/test-database.ts";

const house = await testDatabase();
const { auth } = testAuth(house, {}, deliverSystemMessage);
house.services.auth = auth;
const ada = { fullName: "Ada", email: "ada@example.com", password: "correct horse" };

test("decision 3: the confirmation message is in Ada's own mailbox as soon as her account exists", async () => {
  await testClient(house.services).call(session.signUp, ada);
  expect(await mailbox()).toEqual([
    {
      email: "ada@example.com",
      subject: "Confirm your email address",
      status: "received",
      sender: "Adjutant",
    },
  ]);
});

test("a link for a new password never lies in a mailbox that a live session can read", async () => {
  const before = await mailbox();
  await testClient(house.services).call(password.requestReset, { email: ada.email });
  await auth.settle();
  expect(await mailbox()).toEqual(before);
});

async function mailbox() {
  const { rows } = await house.owner.query(
    `select users.email, subject, status, sender from emails join users on users.id = emails.user_id
      order by emails.created_at`,
  );
  return rows;
}
