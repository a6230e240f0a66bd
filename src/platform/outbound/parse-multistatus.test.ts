import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { CHARACTERS_PER_TURN, parseMultistatus } from "./parse-multistatus.ts";

const multistatus = (content: string) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${content}</d:multistatus>`;
const response = (href: string, props: string, status = "HTTP/1.1 200 OK") =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>${status}</d:status></d:propstat></d:response>`;

test("RFC 4918: entries have their properties, deleted ones their status", async () => {
  const found = await parseMultistatus(
    multistatus(
      [
        response(
          "/c/1.ics",
          '<d:getetag>"a &amp; 007"</d:getetag><c:calendar-data><![CDATA[BEGIN:<X>]]></c:calendar-data>',
        ),
        response("/c/2.ics", "<d:getetag/>", "HTTP/1.1 404 Not Found"),
        "<d:response><d:href>/c/3.ics</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>",
        "<d:sync-token>data:,7</d:sync-token>",
      ].join("\n"),
    ),
  );
  expect(found?.syncToken).toBe("data:,7");
  expect(found?.entries.map(({ href, status, props }) => [href, status, Object.fromEntries(props)])).toEqual([
    ["/c/1.ics", 207, { getetag: '"a & 007"', "calendar-data": "BEGIN:<X>" }],
    ["/c/2.ics", 207, {}],
    ["/c/3.ics", 404, {}],
  ]);
});

test.for([
  ["a page", "<html><body>Sign in</body></html>"],
  ["half of a list", multistatus(response("/c/1", "")).slice(0, -20)],
  ["a document type", `<!DOCTYPE d [<!ENTITY a "aaaa">]>${multistatus("&a;")}`],
  ["tags in tags", multistatus("<a>".repeat(100) + "</a>".repeat(100))],
  ["entries without end", multistatus(response("/c/1", "").repeat(60_000))],
  ["no text at all", ""],
] as const)("%s is not a multistatus", async ([, text]) => {
  expect(await parseMultistatus(text)).toBeNull();
});

const SIZE = 2_000_000;
test.for([
  ["entries", (n: number) => multistatus(response("/c/1", "<d:getetag>a</d:getetag>").repeat(n / 100))],
  ["empty tags", (n: number) => multistatus("<a/>".repeat(n / 4))],
  ["one long text", (n: number) => multistatus(`<d:response><d:href>${"a".repeat(n)}</d:href></d:response>`)],
  [
    "one long section",
    (n: number) => multistatus(`<d:response><d:href><![CDATA[${"]".repeat(n)}]]></d:href></d:response>`),
  ],
  [
    "characters by number",
    (n: number) => multistatus(`<d:response><d:href>${"&#60;".repeat(n / 5)}</d:href></d:response>`),
  ],
] as const)("D21: parsing %s of a hostile CalDAV server does not block the event loop", async ([, make]) => {
  const text = make(SIZE);
  let isDone = false;
  let turns = 0;
  const others = (async () => {
    while (!isDone) {
      await setImmediate();
      turns += 1;
    }
  })();
  await parseMultistatus(text);
  isDone = true;
  await others;
  expect(turns).toBeGreaterThan(text.length / CHARACTERS_PER_TURN - 2);
});
