import { expect, test } from "@playwright/test";
import { Person } from "./support/person.ts";
import { Instance } from "./support/product.ts";

test("D28: liveness and readiness differ, SIGTERM ends everything with 0", async () => {
  const instance = await Instance.create();
  const program = await instance.start();
  expect(await (await fetch(`${instance.url}/healthz`)).json()).toEqual({ status: "ok" });
  expect(await (await fetch(`${instance.url}/readyz`)).json()).toEqual({ status: "ready" });
  expect(await program.end()).toBe(0);
  await expect(fetch(`${instance.url}/healthz`)).rejects.toThrow("fetch failed");
  await instance.remove();
});

test("D28: SIGTERM closes open event streams and is not delayed by them", async () => {
  const instance = await Instance.create();
  const program = await instance.start();
  const ada = await Person.signUp(instance.url, "Ada Lovelace");
  const streams = await Promise.all(Array.from({ length: 5 }, () => ada.request("/events")));
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const ends = streams.map((stream) => stream.text());
  expect(await program.end()).toBe(0);
  for (const text of await Promise.all(ends)) expect(text).toContain("event: ready");
  expect(program.output).not.toContain("Shut down before all work was completed");
  await instance.remove();
});

test("a second signal during shutdown changes nothing", async () => {
  const instance = await Instance.create();
  const program = await instance.start();
  program.process.kill("SIGINT");
  expect(await program.end("SIGTERM")).toBe(0);
  await instance.remove();
});

test("after kill -9 the next start takes over the running database server", async () => {
  const instance = await Instance.create();
  await (await instance.start()).end("SIGKILL");
  const second = await instance.start();
  expect((await fetch(`${instance.url}/readyz`)).status).toBe(200);
  expect(await second.end()).toBe(0);
  expect(await (await instance.start()).end()).toBe(0);
  await instance.remove();
});
