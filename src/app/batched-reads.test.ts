import { expect, test } from "vitest";
import { aTestServer } from "./factory.ts";
import { slices } from "./slices.ts";

const server = await aTestServer(slices.flatMap(({ jobs }) => jobs ?? []));

type Answer = { status: number; body: { items?: { title: string }[]; error?: { code: string } } };

async function readTogether(browser: Awaited<ReturnType<typeof server.aBrowser>>, ...reads: object[]) {
  const answer = await browser.raw("", JSON.stringify({ reads }), "/rpc");
  return { status: answer.status, answers: (await answer.json()) as Answer[] };
}

test("each read is answered as its own request would be, in the order asked", async () => {
  const ada = await server.aBrowser();
  await ada.post("tasks.create", { title: "Call Anna" });
  const asked = [
    { name: "tasks.list", input: { limit: 10 } },
    { name: "tasks.get", input: { id: crypto.randomUUID() } },
    { name: "tasks.list", input: { limit: "many" } },
    { name: "emails.stats", input: {} },
    { name: "nothing.here", input: {} },
    { name: "__proto__", input: {} },
  ];
  const { status, answers } = await readTogether(ada, ...asked);
  expect(status).toBe(200);
  expect(answers.map((each) => each.status)).toEqual([200, 404, 400, 200, 404, 404]);
  for (const [place, { name, input }] of asked.slice(0, 4).entries()) {
    const single = await (await ada.post(name, input)).json();
    const { requestId: _, ...error } = (single as { error?: Record<string, unknown> }).error ?? {};
    expect(answers[place]?.body).toMatchObject("error" in single ? { error } : single);
  }
});

test("a write, a damaged list and a foreign site are refused, and nobody reads what a request would not return", async () => {
  const ada = await server.aBrowser();
  const bob = await server.aBrowser();
  const { id } = (await (await ada.post("tasks.create", { title: "Secret" })).json()) as { id: string };
  const write = await readTogether(ada, { name: "tasks.delete", input: { id } });
  expect(write.answers).toMatchObject([{ status: 404 }]);
  expect(await (await ada.post("tasks.get", { id })).json()).toMatchObject({
    title: "Secret",
    deletedAt: null,
  });
  const { answers } = await readTogether(
    bob,
    { name: "tasks.get", input: { id } },
    { name: "tasks.list", input: {} },
  );
  expect(answers).toMatchObject([{ status: 404 }, { status: 200, body: { items: [] } }]);
  const read = { name: "tasks.list", input: {} };
  for (const damaged of [[], Array.from({ length: 21 }, () => read), [{ name: 7 }], [{ ...read, more: 1 }]])
    expect((await readTogether(ada, ...damaged)).status).toBe(400);
  const body = JSON.stringify({ reads: [read] });
  const send = (headers: Record<string, string>) =>
    fetch(`${server.address}/rpc`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: server.origin, ...headers },
      body,
    });
  expect((await send({ cookie: ada.cookie, origin: "https://evil.example" })).status).toBe(403);
  const signedOut = await send({});
  expect(await signedOut.json()).toMatchObject([
    { status: 401, body: { error: { code: "unauthenticated" } } },
  ]);
});

test("each read of a request counts against the rate limit", async () => {
  const limited = await server.startServer({ LIMIT_REQUESTS_PER_MINUTE: "30" });
  const ada = await server.aBrowser();
  const send = () =>
    fetch(`${limited.address}/rpc`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: limited.origin, cookie: ada.cookie },
      body: JSON.stringify({ reads: Array.from({ length: 20 }, () => ({ name: "tasks.list", input: {} })) }),
    });
  expect((await send()).status).toBe(200);
  const refused = await send();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).not.toBeNull();
});
