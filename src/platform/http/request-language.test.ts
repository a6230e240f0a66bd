import { Hono } from "hono";
import { expect, test } from "vitest";
import { requestedLanguage } from "./request-language.ts";

const app = new Hono().get("/", (context) => context.text(requestedLanguage(context)));

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["nl, fr-CA;q=0.7, de;q=0.3", "fr"],
  ["en;q=0.1, es;q=0", "en"],
  ["sv, zh-Hant;q=0.5", "en"],
  ["*;q=;;, \u00ff", "en"],
  ["", "en"],
])("a request that accepts '%s' gets %s", async (header, language) => {
  const response = await app.request("/", { headers: { "accept-language": header } });
  expect(await response.text()).toBe(language);
});
