import { expect, test } from "vitest";
import { describeBrowser, isHandheld } from "./describe-browser.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`;

test.for([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`,
    "Edge on Windows",
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [`Mozilla/5.0 (Linux; Android 14; K) ${WEBKIT} Chrome/138.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.5 Safari/605.1.15`,
    "Safari on macOS",
  ],
  [IPHONE, "Safari on iPhone"],
  ["curl/8.9.1", "curl"],
  ["", "Unknown browser"],
  ["((((", "Unknown browser"],
] as const)("D5: the list of sessions describes %s as %s", ([userAgent, words]) => {
  expect(describeBrowser(userAgent)).toBe(words);
});

test("a phone is distinguished from a desktop", () => {
  expect(isHandheld(IPHONE)).toBe(true);
  expect(isHandheld("curl/8.9.1")).toBe(false);
});
