import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { PASSWORD, Person } from "./person.ts";
import type { Instance } from "./product.ts";

/** A person with a confirmed address who has not signed in yet. */
export async function anAccount(instance: Instance, fullName: string): Promise<string> {
  const email = `${fullName.toLowerCase()}.${randomUUID()}@example.com`;
  const { output } = await instance.command(["create-user", email, fullName], PASSWORD);
  expect(output).toContain("Created the account");
  return email;
}

export async function anotherBrowser(browser: Browser, instance: Instance): Promise<Page> {
  return (await browser.newContext({ baseURL: instance.url })).newPage();
}

/** Makes this person an administrator, and signs the page in again. */
export async function makeAdministrator(instance: Instance, person: Person, page: Page): Promise<void> {
  expect((await instance.command(["set-role", person.email, "admin"])).code).toBe(0);
  await person.signInPage(page);
}

/** Bob in a browser of his own, and the id of his conversation with this person: each is a contact of the other. */
export async function conversationWithBob(browser: Browser, instance: Instance, person: Person) {
  const bob = await Person.signUp(instance.url, "Bob Carter");
  const id = await conversationWith(person, bob);
  await conversationWith(bob, person);
  const bobs = await anotherBrowser(browser, instance);
  await bob.signInPage(bobs);
  return { id, bobs };
}

/** The id of the conversation of two people of the instance. */
export async function conversationWith(person: Person, other: Person): Promise<string> {
  await person.call("contacts.create", { contactName: other.fullName, contactEmail: other.email });
  const { user } = await other.call<{ user: { id: string } }>("session.current");
  const { id } = await person.call<{ id: string }>("conversations.openWith", { userId: user.id });
  return id;
}
