import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { PASSWORD, Person } from "./support/person.ts";
import { Instance } from "./support/product.ts";

test("an administrator creates accounts and roles from the shell", async () => {
  const instance = await Instance.blank();
  const created = await instance.command(["create-user", "Ada@example.com", "Ada Lovelace"], "secret1\n");
  expect(created.output).toContain("Created the account ada@example.com");
  expect(created.code).toBe(0);
  expect(await instance.command(["create-user", "ada@example.com", "Ada"], "secret1")).toEqual({
    code: 1,
    output: "User already registered\n",
  });
  await instance.command(["create-user", "bob@example.com", "Bob"], "secret1");
  expect(await instance.command(["set-role", "bob@example.com", "moderator"])).toEqual({
    code: 0,
    output: "bob@example.com is now moderator\n",
  });
  expect(await instance.command(["set-role", "eve@example.com", "admin"])).toEqual({
    code: 1,
    output: "There is no account eve@example.com\n",
  });
  expect(await instance.command(["migrate"])).toEqual({ code: 0, output: "The database is up to date\n" });
  await instance.remove();
});

test("seed fills an account with the sample workspace, once", async () => {
  const instance = await Instance.create();
  await instance.command(["create-user", "ada@example.com", "Ada Lovelace"], PASSWORD);
  expect(await instance.command(["seed", "ada@example.com"])).toEqual({
    code: 0,
    output: "Loaded the sample workspace into ada@example.com\n",
  });
  expect((await instance.command(["seed", "ada@example.com"])).code).toBe(1);
  const server = await instance.start();
  const ada = await Person.signIn(instance.url, { fullName: "Ada Lovelace", email: "ada@example.com" });
  const { items } = await ada.call<{ items: unknown[] }>("tasks.list");
  expect(items.length).toBeGreaterThan(10);
  await server.end();
  await instance.remove();
});

test("a backup restores completely into an empty instance, and is refused for one in use", async () => {
  const [source, target] = [await Instance.create(), await Instance.blank()];
  const server = await source.start();
  const ada = await Person.signUp(source.url, "Ada Lovelace");
  await ada.call("tasks.create", { title: "Survive the move" });
  await server.end();
  const archive = join(source.dataDir, "adjutant.tar");
  expect(await source.command(["backup", archive])).toEqual({ code: 0, output: `Wrote ${archive}\n` });

  const restored = await target.command(["restore", archive]);
  expect(restored.output).toContain(`Restored ${archive}; everyone has to sign in again`);
  expect(restored.code).toBe(0);
  const moved = await target.start();
  const adaThere = await Person.signIn(target.url, ada);
  const { items } = await adaThere.call<{ items: { title: string }[] }>("tasks.list");
  expect(items.map(({ title }) => title)).toEqual(["Survive the move"]);
  await adaThere.call("tasks.create", { title: "Written after the move" });
  await moved.end();

  const refused = await target.command(["restore", archive]);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("is not empty");
  expect((await target.command(["restore", archive, "--force"])).code).toBe(0);
  expect((await target.command(["restore", join(source.dataDir, "missing.tar")])).code).toBe(1);
  for (const instance of [source, target]) await instance.remove();
});

test("an administrator creates a password reset link while the server runs; it works once", async () => {
  const instance = await Instance.create();
  const server = await instance.start();
  const ada = await Person.signUp(instance.url, "Ada Lovelace");
  const { code, output } = await instance.command(["reset-password", ada.email.toUpperCase()]);
  expect(output).toMatch(new RegExp(`^${instance.url}/auth#reset=[\\w-]{43}\n$`));
  expect(code).toBe(0);
  const token = output.trim().split("#reset=")[1];
  await ada.call("password.reset", { token, password: "battery staple" });
  await expect(ada.call("password.reset", { token, password: "once again" })).rejects.toThrow(
    "no longer valid",
  );
  await expect(ada.call("profile.get")).rejects.toThrow("401");
  expect(await instance.command(["reset-password", "eve@example.com"])).toEqual({
    code: 1,
    output: "There is no account eve@example.com\n",
  });
  await server.end();
  await instance.remove();
});

test("an unknown or incomplete command prints its usage and exits with 2", async () => {
  const instance = await Instance.create();
  const unknown = await instance.command(["destroy-everything"]);
  expect(unknown.code).toBe(2);
  expect(unknown.output).toContain("There is no command 'destroy-everything'.");
  expect(await instance.command(["set-role", "ada@example.com"])).toEqual({
    code: 2,
    output: "Usage: npm run adjutant -- set-role EMAIL user|moderator|admin\n",
  });
  expect((await instance.command(["help"])).code).toBe(0);
  await instance.remove();
});

test("a backup is made while the server runs and people work; restoring over it is refused", async () => {
  const instance = await Instance.create();
  const server = await instance.start();
  const ada = await Person.signUp(instance.url, "Ada Lovelace");
  await ada.call("tasks.create", { title: "Sign the lease" });
  const file = `${instance.dataDir}/while-running.tar`;
  expect(await instance.command(["backup", file])).toEqual({ code: 0, output: `Wrote ${file}\n` });
  expect((await instance.command(["restore", file, "--force"])).code).toBe(1);
  const { items } = await ada.call<{ items: { title: string }[] }>("tasks.list");
  expect(items.map(({ title }) => title)).toEqual(["Sign the lease"]);
  expect(await server.end()).toBe(0);
  await instance.remove();
});

test("a command that needs the data folder alone is refused while the server runs, naming the holder", async () => {
  const instance = await Instance.create();
  const server = await instance.start();
  const refused = await instance.command(["migrate"]);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(`in use by another Adjutant (process ${server.process.pid})`);
  expect(await server.end()).toBe(0);
  await instance.remove();
});
