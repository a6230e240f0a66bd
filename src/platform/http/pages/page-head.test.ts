import { expect, test } from "vitest";
import { type PageHead, withPageHead } from "./page-head.ts";

const PAGE =
  "<html><head><!-- page head: of the server --><title>Built</title><!-- /page head --></head></html>";
const FRESH: PageHead = {
  appName: "Adjutant",
  appDescription: "Your AI Executive Assistant",
  metaTitle: "",
  metaDescription: "",
  metaKeywords: "",
  googleSearchConsoleId: "",
  maintenanceMode: false,
};

test("SYS-03, SYS-08: the head has the name and the description unless search engines get their own", () => {
  const fresh = withPageHead(PAGE, FRESH);
  expect(fresh).toContain("<title>Adjutant</title>");
  expect(fresh).toContain('<meta name="description" content="Your AI Executive Assistant" />');
  expect(fresh).not.toMatch(/keywords|google/);
  const tuned = withPageHead(PAGE, {
    ...FRESH,
    appName: "Desk",
    metaTitle: "The desk of Aldermoor",
    metaDescription: "Where it is decided",
    metaKeywords: "desk, decisions",
    googleSearchConsoleId: "abc-123",
  });
  expect(tuned).toContain("<title>The desk of Aldermoor</title>");
  expect(tuned).toContain('<meta name="application-name" content="Desk" />');
  expect(tuned).toContain('<meta name="description" content="Where it is decided" />');
  expect(tuned).toContain('<meta name="keywords" content="desk, decisions" />');
  expect(tuned).toContain('<meta name="google-site-verification" content="abc-123" />');
});

test("D16: a setting's text never becomes markup or a replacement pattern", () => {
  const hostile = `"><script>alert(1)</script><meta x='$&$1$\``;
  const page = withPageHead(PAGE, { ...FRESH, appName: hostile, metaKeywords: hostile });
  expect(page).not.toContain("<script>");
  expect(page).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;meta x=&#39;$&amp;$1$`");
  expect(page.match(/<meta /g)).toHaveLength(9);
});

test("a page without a place for its head is refused", () => {
  expect(() => withPageHead("<html></html>", FRESH)).toThrow("The page has no place for its head");
});
