import { expect, test } from "vitest";
import { aTestServer } from "./factory.ts";
import { slices } from "./slices.ts";

// Impersonation mails the person, which is a job.
const server = await aTestServer(slices.flatMap(({ jobs }) => jobs ?? []));
const { address, saveSettings, aBrowser } = server;

type Ada = Awaited<ReturnType<typeof aBrowser>>;
type Data = { isSignedOut?: boolean; answers?: Record<string, unknown> };

async function documentOf(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${address}${path}`, { headers });
  const text = await answer.text();
  const [, data = "{}"] = /<script type="application\/json" id="page-data">(.*)<\/script>/.exec(text) ?? [];
  return {
    text,
    headers: answer.headers,
    data: JSON.parse(data) as Data,
    isSignIn: text.includes("sign-in-1234"),
  };
}

const documentFor = ({ cookie }: Ada, path = "/tasks") => documentOf(path, { cookie });

const read = (ada: Ada, name: string) => ada.post(name, {}).then((answer) => answer.json());

test("a document has the answers that its person's page asks for first, and nobody else's", async () => {
  const [ada, bob] = [await aBrowser(), await aBrowser()];
  for (const person of [ada, bob]) {
    const { data, headers, isSignIn } = await documentFor(person);
    expect(isSignIn).toBe(false);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("script-src 'self';");
    const names = [
      ...["session.current", "notifications.count", "calls.current"],
      ...["emails.stats", "conversations.stats"],
    ];
    const answers = await Promise.all(names.map(async (name) => [name, await read(person, name)]));
    expect(data.answers).toEqual(Object.fromEntries(answers));
  }
});

test("AUTH-04: without a session every address is the sign-in page; a page for visitors has no data", async () => {
  for (const cookie of ["", "adjutant-session=unknown", (await aBrowser()).cookie.replace(/.{5}$/, "wrong")])
    for (const path of ["/", "/tasks", "/admin/users", "/nowhere"]) {
      const { data, isSignIn } = await documentOf(path, { cookie });
      expect({ isSignIn, data }).toEqual({ isSignIn: true, data: { isSignedOut: true, files: [] } });
    }
  const ada = await aBrowser();
  for (const headers of [{}, { cookie: ada.cookie }])
    expect(await documentOf("/book/ada", headers)).toMatchObject({ isSignIn: false, data: {} });
});

test("AUTH-05: /auth is the sign-in page for everybody, and says to whom it need not be shown", async () => {
  const { data, isSignIn } = await documentFor(await aBrowser(), "/auth");
  expect({ isSignIn, data }).toEqual({ isSignIn: true, data: { isSignedOut: false, files: [] } });
});

test("a signed-out browser gets no data with the same cookie", async () => {
  const ada = await aBrowser();
  await ada.post("session.signOut", {});
  expect(await documentFor(ada)).toMatchObject({ isSignIn: true, data: { isSignedOut: true } });
});

test("D16: a name cannot end the element that it is written into", async () => {
  const ada = await aBrowser();
  const fullName = "</script><script>alert(1)</script><!--";
  const { version } = await read(ada, "profile.get");
  expect((await ada.post("profile.update", { fullName, version })).status).toBe(200);
  const { text, data } = await documentFor(ada);
  expect(data.answers?.["session.current"]).toMatchObject({ user: { fullName } });
  expect(text.match(/<script/g)).toHaveLength(1);
});

test("a key is no session: its document has no data", async () => {
  const ada = await aBrowser();
  const authorization = `Bearer ${await ada.key()}`;
  const { data } = await documentOf("/tasks", { cookie: ada.cookie, authorization });
  expect(data).toEqual({});
});

test("G8: an impersonating administrator gets the person's data and is named in it", async () => {
  const [grace, ada] = [await aBrowser("admin"), await aBrowser()];
  const { user } = await read(ada, "session.current");
  const started = await grace.post("impersonation.start", { id: user.id, reason: "She asked why" });
  expect(started.status).toBe(200);
  const cookie = started.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { data } = await documentOf("/tasks", { cookie });
  expect(data.answers?.["session.current"]).toMatchObject({ user: { id: user.id }, impersonation: {} });
});

test("while the instance is closed, only the session comes with the document", async () => {
  const ada = await aBrowser();
  await saveSettings({ maintenanceMode: true });
  const { data } = await documentFor(ada);
  expect(Object.keys(data.answers ?? {})).toEqual(["session.current"]);
  await saveSettings({ maintenanceMode: false });
});
