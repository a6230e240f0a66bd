import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import MiniSearch from "minisearch";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { mountHelp } from "#platform/http/pages/help-site.ts";
import { mountWebApp } from "#platform/http/pages/web-app.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";
import { createLog } from "#platform/log/log.ts";
import { buildHelp } from "./build-help.ts";
import { addressOf, FILES } from "./help-site/pages.ts";

const webFolder = mkdtempSync(join(tmpdir(), "adjutant-help-"));
const app = new Hono<Edge>();
const text = async (address: string) => (await app.request(address)).text();

beforeAll(async () => {
  mkdirSync(join(webFolder, "assets"));
  writeFileSync(join(webFolder, "index.html"), "<!-- page head --><!-- /page head -->the product");
  await buildHelp(join(webFolder, "help"));
  app.onError((error) => errorResponse(error, "a-request", createLog("silent")));
  app.use(securityHeaders("http://127.0.0.1:3000"));
  mountHelp(app, webFolder);
  const head = {
    appName: "Adjutant",
    appDescription: "",
    metaTitle: "",
    metaDescription: "",
    metaKeywords: "",
  };
  mountWebApp(app, webFolder, () => ({ ...head, googleSearchConsoleId: "", maintenanceMode: false }));
});
afterAll(() => rmSync(webFolder, { recursive: true }));

test("the help is served compressed, under the strict policy, and revalidated", async () => {
  const page = await app.request("/help", { headers: { "accept-encoding": "br, gzip" } });
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("content-encoding")).toBe("br");
  expect(page.headers.get("cache-control")).toBe("no-cache");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).not.toContain("unsafe");
  const again = await app.request("/help", { headers: { "if-none-match": page.headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
});

test("a missing help page answers with the help's 404; the product's own pages are unaffected", async () => {
  const missing = await app.request("/help/nowhere");
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain("Page not found");
  expect((await app.request("/help/404")).status).toBe(404);
  expect((await app.request("/help/nowhere.js")).status).toBe(404);
  expect((await app.request("/help/user/mail/")).status).toBe(200);
  expect(await text("/helpful")).toContain("the product");
});

test("without a build there is no help, and the product reports it", async () => {
  const bare = new Hono<Edge>();
  bare.onError((error, context) => context.text(error.message, 404));
  mountHelp(bare, join(webFolder, "assets"));
  expect(await (await bare.request("/help")).text()).toBe("The help has not been built");
});

test("every page has one title, is in the navigation and has only working links", async () => {
  for (const address of FILES.map(addressOf)) {
    const page = await text(address);
    expect(page.match(/<h1 /g)).toHaveLength(1);
    expect(page).toContain(`<a href="${address}" aria-current="page">`);
    const targets = [...page.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, target = ""]) => target);
    for (const target of new Set(targets.filter((each) => /^(#|\/help)/.test(each)))) {
      const [path = "", anchor] = target.split("#", 2);
      const answer = path === "" ? page : await app.request(path);
      if (typeof answer !== "string") expect([target, answer.status]).toEqual([target, 200]);
      const there = typeof answer === "string" ? answer : await answer.text();
      if (anchor) expect(there.includes(`id="${anchor}"`) ? "" : `${address}: ${target}`).toBe("");
    }
  }
});

test("the help has nothing inline or external, so it works under the policy and offline", async () => {
  for (const address of FILES.map(addressOf)) {
    const page = await text(address);
    expect(page).not.toMatch(/<script(?![^>]* src="\/help\/)|<style| style="| on\w+="/);
    expect(page).not.toMatch(/ src="(?!\/help\/)|<link [^>]*href="(?!\/help\/)/);
  }
  expect(await text("/help/help.css")).not.toMatch(/url\("(?!\/help\/)/);
});

test("the search finds page text by the beginning of a word and with a typo", () => {
  const index = new MiniSearch({ fields: ["title", "page", "text"], storeFields: ["title", "page", "text"] });
  index.addAll(JSON.parse(readFileSync(join(webFolder, "help/search.json"), "utf8")));
  const first = (query: string) =>
    index.search(query, { prefix: true, fuzzy: 0.2, boost: { title: 4, page: 2 }, combineWith: "AND" })[0]
      ?.id;
  expect(first("restore")).toBe("/help/administrator/backup#restore");
  expect(first("idempot")).toBe("/help/glossary#idempotency-key");
  expect(first("nginx")).toBe("/help/administrator/install#put-a-proxy-with-tls-in-front");
  expect(first("quorun")).toBe("/help/glossary#quorum");
});
