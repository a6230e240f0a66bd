import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { tasks } from "#features/tasks/tasks.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { readDueFeeds, readOneFeed } from "./jobs.ts";
import { HIGH_RELEVANCE } from "./model.ts";
import { news } from "./news.ts";
import { newsFeeds } from "./news-feeds.ts";
import { newsInterests } from "./news-interests.ts";

// A feed server on loopback, with validators, redirects and the usual errors of feeds.

type Page = { status?: number; type?: string; body?: string | Buffer; headers?: Record<string, string> };
const pages = new Map<string, Page>();
const asked: { path: string; etag: string | undefined }[] = [];
const server = createServer((request, answer) => {
  const path = request.url ?? "";
  const { "if-none-match": etag } = request.headers;
  asked.push({ path, etag });
  const {
    status = 200,
    type = "application/xml",
    body = "",
    headers = {},
  } = pages.get(path) ?? { status: 404 };
  const isSame = etag !== undefined && etag === headers.etag;
  answer.writeHead(isSame ? 304 : status, { "content-type": type, ...headers }).end(isSame ? "" : body);
}).listen(0, "127.0.0.1");
await new Promise((ready) => server.once("listening", ready));
afterAll(() => void server.close());
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const { aUser, as, services, owner } = await testDatabase(async ({ services, connection, atEnd }) => {
  const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [readOneFeed]);
  atEnd(() => jobs.stop());
  return { jobs };
});

let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  pages.clear();
  asked.length = 0;
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
type Item = { title: string; link: string; description?: string; at?: Date; extra?: string };
const rss = (title: string, items: readonly Item[]) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${title}</title><link>${address}</link>${items
  .map(
    (item) => `<item><title>${item.title}</title><link>${item.link}</link>
<description>${item.description ?? ""}</description><pubDate>${(item.at ?? hoursAgo(2)).toUTCString()}</pubDate>${item.extra ?? ""}</item>`,
  )
  .join("")}</channel></rss>`;

type Article = {
  title: string;
  summary: string;
  url: string;
  kind: string;
  relevanceScore: number;
  reason: string;
};
type Feed = { id: string; url: string; title: string; state: string; lastError: string | null };
const add = (path: string) => ada.invoke(newsFeeds.create, { url: `${address}${path}` }) as Promise<Feed>;
const articles = async () => ((await ada.invoke(news.list)) as { items: Article[] }).items;
const feeds = async () => ((await ada.invoke(newsFeeds.list)) as { items: Feed[] }).items;
const later = () =>
  owner.query(
    "update news_feeds set last_read_at = now() - interval '1 hour', next_read_at = now() - interval '1 second' where user_id = $1",
    [ada.userId],
  );

test("decision 18, DAILY-09: articles of a feed replace the simulated ones, newest first, as plain text", async () => {
  await ada.invoke(news.refresh);
  expect((await articles())[0]).toMatchObject({ kind: "simulated" });
  const description = "&lt;p&gt;Cranes &amp;amp; ships&lt;script&gt;alert(1)&lt;/script&gt; wait.&lt;/p&gt;";
  pages.set("/rss", {
    body: rss("Harbour News", [
      { title: "Old", link: "/old", at: hoursAgo(30) },
      {
        title: "New &lt;b&gt;berths&lt;/b&gt;",
        link: `${address}/new`,
        description,
        extra: "<category>Ports</category>",
      },
      { title: "Not of the web", link: "javascript:alert(1)" },
      { title: "From the future", link: "/soon", at: hoursAgo(-48) },
      { title: "Too old to keep", link: "/ancient", at: hoursAgo(24 * 40) },
    ]),
  });
  expect(await add("/rss")).toMatchObject({ title: "Harbour News", state: "ok", lastError: null });
  const read = await articles();
  expect(read.map(({ title }) => title)).toEqual(["From the future", "New berths", "Old"]);
  expect(read[1]).toMatchObject({
    url: `${address}/new`,
    summary: "Cranes & ships wait.",
    category: "Ports",
    source: "Harbour News",
    kind: "live",
  });
});

test.for([
  [
    "Atom",
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><title type="html">One &lt;i&gt;two&lt;/i&gt;</title>
<id>urn:1</id><link rel="alternate" href="https://news.example/a"/><updated>${hoursAgo(1).toISOString()}</updated>
<content type="html">&lt;p&gt;Words&lt;/p&gt;</content></entry></feed>`,
  ],
  [
    "RDF",
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="x"><title>A</title><link>https://news.example</link></channel><item rdf:about="https://news.example/a">
<title>One two</title><link>https://news.example/a</link><description>Words</description><dc:date>${hoursAgo(1).toISOString()}</dc:date></item></rdf:RDF>`,
  ],
  [
    "JSON Feed",
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "A",
      items: [
        {
          id: "1",
          url: "https://news.example/a",
          title: "One two",
          content_text: "Words",
          date_published: hoursAgo(1),
        },
      ],
    }),
  ],
])("%s is parsed like RSS", async ([, body]) => {
  pages.set("/feed", { body: body ?? "" });
  await add("/feed");
  expect(await articles()).toMatchObject([
    { title: "One two", content: "Words", url: "https://news.example/a" },
  ]);
});

test("a URL without a scheme, a page that links its feed, a redirect and another character set are handled", async () => {
  pages.set("/", {
    type: "text/html",
    body: '<html><head><link rel="alternate" type="application/rss+xml" href="/moved"></head><body></body></html>',
  });
  pages.set("/moved", { status: 301, headers: { location: "/latin" } });
  const body = Buffer.from(
    rss("Zürich", [{ title: "Größe", link: "/g" }]).replace("UTF-8", "ISO-8859-1"),
    "latin1",
  );
  pages.set("/latin", { body });
  const feed = (await ada.invoke(newsFeeds.create, { url: `${address}/` })) as Feed;
  expect(feed).toMatchObject({ title: "Zürich", url: `${address}/latin` });
  expect(await articles()).toMatchObject([{ title: "Größe" }]);
  await expect(ada.invoke(newsFeeds.create, { url: "127.0.0.1" })).rejects.toMatchObject({
    code: "upstream",
  });
});

test("a feed is requested conditionally, at most once a minute; one story of two feeds is listed once", async () => {
  const items = [{ title: "Rates stay!", link: "/a" }];
  pages.set("/one", { body: rss("One", items), headers: { etag: '"1"' } });
  pages.set("/two", {
    body: rss("Two", [
      { title: "Rates  stay", link: "/b" },
      { title: "Other", link: "/c" },
    ]),
  });
  await add("/one");
  await add("/two");
  expect((await articles()).map(({ title }) => title).toSorted()).toEqual(["Other", "Rates stay!"]);
  asked.length = 0;
  await ada.invoke(news.refresh);
  expect(asked).toEqual([]);
  await later();
  await ada.invoke(news.refresh);
  expect(asked.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
    { path: "/one", etag: '"1"' },
    { path: "/two", etag: undefined },
  ]);
  expect(await articles()).toHaveLength(2);
});

test("DAILY-30: relevance uses interests, open tasks and the calendar, and shows the reason", async () => {
  await ada.invoke(tasks.create, { title: "Renew the harbour lease" });
  await ada.invoke(newsInterests.save, { interests: ["grid batteries"] });
  pages.set("/rss", {
    body: rss("Mixed", [
      { title: "Grid batteries pass a mark", link: "/1", description: "Batteries on the grid" },
      { title: "The harbour is dredged", link: "/2" },
      { title: "Cooking with lentils", link: "/3" },
      { title: "Chess in the park", link: "/4" },
    ]),
  });
  await add("/rss");
  const by = new Map((await articles()).map((article) => [article.title, article]));
  const batteries = by.get("Grid batteries pass a mark");
  expect(batteries?.relevanceScore).toBeGreaterThan(HIGH_RELEVANCE);
  expect(batteries?.reason).toMatch(/'(grid|batterie)' is one of your interests/);
  expect(by.get("The harbour is dredged")).toMatchObject({ reason: "'harbour' in your open tasks" });
  expect(by.get("Cooking with lentils")).toMatchObject({ relevanceScore: 0, reason: null });
  await ada.invoke(newsInterests.save, { interests: ["lentils"] });
  expect(await ada.invoke(newsInterests.get)).toEqual({ interests: ["lentils"] });
  const cooking = (await articles()).find(({ title }) => title === "Cooking with lentils");
  expect(cooking?.relevanceScore).toBeGreaterThan(0);
});

test.for([
  ["/missing", {}, "The server responded with status 404"],
  ["/nowhere", { status: 302, headers: { location: "http://[" } }, "The server responded with status 302"],
  [
    "/html",
    { type: "text/html", body: "<html><body>Hello</body></html>" },
    "This address is not a feed (RSS, Atom or JSON Feed)",
  ],
  [
    "/broken",
    { body: "<rss><channel><item><title>x" },
    "This address is not a feed (RSS, Atom or JSON Feed)",
  ],
  [
    "/binary",
    { body: Buffer.from([0, 1, 2, 255, 254]) },
    "This address is not a feed (RSS, Atom or JSON Feed)",
  ],
  ["/huge", { body: Buffer.alloc(3_100_000, "a") }, /it sent too much/],
  ["/round", { status: 302, headers: { location: "/round" } }, "The address redirects too many times"],
  [
    "/inside",
    { status: 302, headers: { location: "http://169.254.169.254/latest" } },
    /is not a public address/,
  ],
] as const)("%s is not a feed: nothing is stored, and the reason is shown", async ([path, page, message]) => {
  if (path !== "/missing") pages.set(path, page);
  await expect(add(path)).rejects.toThrow(message);
  expect(await feeds()).toEqual([]);
});

test("an entity bomb is refused cheaply", async () => {
  const entities = Array.from({ length: 30 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`).join("");
  const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY e0 "boom">${entities}]>`;
  pages.set("/bomb", {
    body: `${bomb}${rss("B", [{ title: "&e30;", link: "/x" }]).replace(/^<\?xml[^>]*>/, "")}`,
  });
  await add("/bomb").catch((error: Error) => expect(error.message).toContain("not a feed"));
  for (const { title } of await articles()) expect(title.length).toBeLessThanOrEqual(300);
});

test("a feed that fails later keeps its articles, shows the error, and is requested less and less often", async () => {
  pages.set("/rss", { body: rss("News", [{ title: "Kept", link: "/k" }]) });
  const { id } = await add("/rss");
  pages.set("/rss", { status: 503 });
  await later();
  await readDueFeeds.run(services, {});
  await expect
    .poll(feeds, { timeout: 40_000 })
    .toMatchObject([{ id, state: "refused", lastError: "The server responded with status 503" }]);
  expect(await articles()).toMatchObject([{ title: "Kept" }]);
  const { rows } = await owner.query(
    "select failures, next_read_at > now() + interval '25 minutes' as waits from news_feeds where id = $1",
    [id],
  );
  expect(rows).toEqual([{ failures: 1, waits: true }]);
});

test("a deleted feed takes its articles with it and can be restored; the same feed is not added twice", async () => {
  pages.set("/rss", { body: rss("News", [{ title: "One", link: "/k" }]) });
  const { id } = await add("/rss");
  await expect(add("/rss")).rejects.toThrow("You read 'News' already");
  await ada.invoke(newsFeeds.delete, { id });
  expect([await feeds(), await articles()]).toEqual([[], []]);
  await ada.invoke(newsFeeds.restore, { id });
  await ada.invoke(news.refresh);
  expect(await articles()).toMatchObject([{ title: "One" }]);
});
