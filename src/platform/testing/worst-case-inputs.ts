import { deflateSync } from "node:zlib";
import { environment } from "#platform/config/environment.ts";
import { aCompound, aZip } from "./archives.ts";

/** The worst inputs known for a kind of work. `mayMeetLimit`: known to reach a limit, which is then the bound. */
export type WorstCase = { name: string; input: unknown; bytes?: Buffer; mayMeetLimit?: true };

const IS_FULL_SIZE = environment.FULL_SIZE === "1";
const MANY = IS_FULL_SIZE ? 200_000 : 20_000;
/** Work that takes seconds at its full size, however the rest is scaled. */
const [PLAN_PAGES, TREE_PARTS] = IS_FULL_SIZE ? [2000, 119_000] : [200, 30_000];
const today = "2026-11-22";
const html = (text: string) => `From: a@b.c\r\nSubject: x\r\nContent-Type: text/html\r\n\r\n${text}`;
const nested = (deep: number) =>
  `From: a@b.c\r\nContent-Type: multipart/mixed; boundary="b0"\r\n\r\n${Array.from({ length: deep }, (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary="b${n + 1}"\r\n\r\n`).join("")}`;

const mails = (): [what: string, text: string][] => [
  ["angle brackets", html("<".repeat(MANY))],
  ["tags that never close", html("<div><table><tr><td><font><b>".repeat(MANY / 10))],
  ["parts in parts", nested(5000)],
  ["recipients", `From: a@b.c\r\nCc: ${"p@b.c,\r\n ".repeat(MANY)}x@b.c\r\n\r\nHello`],
  ["brackets in an address", `From: ${"(".repeat(MANY)}\r\n\r\nHello`],
  ["encoded words", `From: a@b.c\r\nSubject: ${"=?utf-8?q?=C3?= ".repeat(MANY / 4)}\r\n\r\nHello`],
];

const event = (lines: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20261122T100000Z\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const card = (lines: string) => `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\n${lines}\r\nEND:VCARD\r\n`;
const rss = (items: string) => `<rss version="2.0"><channel><title>a</title>${items}</channel></rss>`;
const feed = (name: string, text: string) => () => ({
  name,
  input: { text, url: "https://example.org/feed" },
});

const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet";
const book = (sheet: string) =>
  aZip({
    "xl/workbook.xml": `<workbook><sheets><sheet name="a" r:id="r"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<R><Relationship Id="r" Type="${TYPE}" Target="worksheets/a.xml"/></R>`,
    "xl/worksheets/a.xml": sheet,
  });
const word = (body: string) =>
  aZip({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
const looped = () => {
  const bytes = aCompound({ Workbook: Buffer.alloc(5000, 1), "PowerPoint Document": Buffer.alloc(5000, 1) });
  bytes.writeUInt32LE(1, bytes.length - 512 + 4);
  return bytes;
};
/**
 * A PDF whose pages are their own children, and one whose only page has this content, which may unpack to a
 * thousand times its size.
 */
const pdf = (page: string, content: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n${page}\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R >>\nendobj\n4 0 obj\n<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`,
    ),
    content,
    Buffer.from("\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n"),
  ]);
const object = (number: number, text: string) => `${number} 0 obj\n${text}\nendobj\n`;
const stream = (head: string, content: string) =>
  `<< ${head} /Length ${content.length} >>\nstream\n${content}\nendstream`;
const ofObjects = (texts: readonly string[]) =>
  Buffer.from(
    `%PDF-1.4\n${texts.map((text, n) => object(n + 1, text)).join("")}trailer\n<< /Root 1 0 R >>\n`,
    "latin1",
  );
const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
/** Each form writes a letter and draws the next form ten times. */
const formsInForms = (depth: number) => {
  const font = "/Font << /H << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>";
  const drawing = (next: number) => `/Resources << ${font} /XObject << /F ${next} 0 R >> >>`;
  const form = (n: number) =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${drawing(n)}`,
      `BT /H 9 Tf (a) Tj ET ${"/F Do ".repeat(10)}`,
    );
  return ofObjects([
    CATALOG,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R ${drawing(5)} >>`,
    stream("", "/F Do"),
    ...Array.from({ length: depth }, (_, n) => form(n + 6)),
    stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9]", "q Q"),
  ]);
};
const planOnPages = (pages: number) => {
  const drawn = deflateSync("q Q ".repeat(MANY / 2)).toString("latin1");
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 3 0 R >>";
  const kids = Array.from({ length: pages }, (_, n) => `${n + 4} 0 R`).join(" ");
  return ofObjects([
    CATALOG,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    stream("/Filter /FlateDecode", drawn),
    ...Array.from({ length: pages }, () => page),
  ]);
};
const PDFS: readonly [what: string, make: () => Buffer][] = [
  ["pages that are their own children", () => pdf("<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>")],
  [
    "operators without end",
    () => pdf("<< /Type /Pages /Kids [3 0 R] /Count 1 >>", deflateSync("q ".repeat(MANY * 5))),
  ],
  ["a large plan on every page", () => planOnPages(PLAN_PAGES)],
  ["forms that draw one another", () => formsInForms(12)],
  ["arrays in arrays", () => pdf(`<< /Type /Pages /Kids ${"[".repeat(5000)} /Count 1 >>`)],
];

const lines = (count: number, of: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => of(n)).join("\n");
const OFFICE: readonly [extension: string, what: string, make: () => Buffer][] = [
  [".xlsx", "tags in tags", () => book("<a>".repeat(MANY * 5))],
  [
    ".xlsx",
    "a document type",
    () => book(`<!DOCTYPE a [<!ENTITY a "${"a".repeat(9999)}">]><a>${"&a;".repeat(MANY)}</a>`),
  ],
  [
    ".xlsx",
    "cells far away",
    () => book(`<a>${'<row r="4999"><c r="ALK1"><v>1</v></c></row>'.repeat(MANY)}</a>`),
  ],
  [".docx", "runs in runs", () => word("<w:r>".repeat(MANY / 10))],
  [
    ".docx",
    "tables in tables",
    () => word("<w:tbl><w:tr><w:tc>".repeat(500) + "</w:tc></w:tr></w:tbl>".repeat(500)),
  ],
  [".docx", "paragraphs", () => word("<w:p><w:r><w:t>a</w:t></w:r></w:p>".repeat(MANY))],
  [".docx", "just as many as a tree is made of", () => word("<w:p/>".repeat(TREE_PARTS))],
  [".docx", "letters", () => word(`<w:p><w:r><w:t>${"a".repeat(MANY * 40)}</w:t></w:r></w:p>`)],
  [
    ".pptx",
    "slides of noise",
    () => aZip({ "ppt/presentation.xml": "<a/>", "ppt/slides/slide1.xml": "<a:t>a</a:t>".repeat(MANY * 2) }),
  ],
  [".xls", "a chain that turns back", looped],
  [".ppt", "a chain that turns back", looped],
  [".doc", "a chain that turns back", looped],
  ...PDFS.map(([name, make]): [string, string, () => Buffer] => [".pdf", name, make]),
  [".txt", "spaces", () => Buffer.from(`a${" ".repeat(MANY * 5)}b`)],
  [".txt", "lines", () => Buffer.from("a\n".repeat(MANY * 5))],
  [
    ".txt",
    "dated lines",
    () => Buffer.from(lines(MANY / 2, (n) => `Rent ${n} is due on March 3, 2027 at 10:00.`)),
  ],
  [".txt", "stops", () => Buffer.from(`${".".repeat(MANY * 5)}\u0001`)],
  [".txt", "dates", () => Buffer.from("on March 3, 2027 until ".repeat(MANY))],
];

type TaskOf = (n: number) => object;
/** Two weeks from morning to evening, with as many events and tasks as are ever planned. */
const WEEKS = Array.from({ length: 14 }, (_, day) => {
  const start = Date.UTC(2026, 11, 1 + day, 6);
  const work = [{ start, end: start + 16 * 3_600_000 }];
  return { date: `2026-12-${String(day + 1).padStart(2, "0")}`, work, focus: work, mostMinutes: 960 };
});
const fullWeeks = (of: TaskOf) => ({
  now: WEEKS[0]?.work[0]?.start,
  days: WEEKS,
  busy: Array.from({ length: 1000 }, (_, n) => {
    const start = (WEEKS[n % 14]?.work[0]?.start ?? 0) + Math.floor(n / 14) * 13 * 60_000;
    return { id: `event:${n}`, start, end: start + 60_000 };
  }).toSorted((one, other) => one.start - other.start),
  stays: [],
  quiet: [],
  pauseMinutes: 0,
  items: Array.from({ length: 200 }, (_, n) => ({
    ...{ id: `task:${n}`, kind: "task", minutes: 30, leastMinutes: 15, energy: n % 2 ? "deep" : "light" },
    ...{ earliest: 0, due: WEEKS[n % 14]?.work[0]?.end, latest: null, importance: (n % 10) / 10 },
    ...{ isPromised: n % 3 === 0, after: [], place: null, kept: [], isFixed: false },
    ...of(n),
  })),
});

const SLOW_WEEKS: readonly (readonly [name: string, of: TaskOf])[] = [
  ["tasks that wait for one another", (n) => ({ after: n > 0 ? [`task:${n - 1}`] : [] })],
  ["tasks in many pieces", () => ({ minutes: 2400, leastMinutes: 5 })],
  ["tasks of one minute without a date", () => ({ minutes: 1, leastMinutes: 1, due: null })],
  ["tasks that are all late", () => ({ due: WEEKS[0]?.work[0]?.start ?? 0, minutes: 45 })],
];

const series = (rrule: string) => ({
  series: [{ start: 0, isAllDay: false, zone: "Europe/Berlin", rrule, rdates: [], exdates: [] }],
  window: { from: 0, until: 4e12, limit: 1000 },
});

const CARDS: readonly (readonly [name: string, text: string])[] = [
  ["cards", card("EMAIL:a@b.c").repeat(MANY / 4)],
  ["addresses of one card", card("EMAIL:a@b.c\r\n".repeat(MANY))],
  ["a folded line", card(`NOTE:${"a\r\n ".repeat(MANY)}`)],
  ["one line", card("a".repeat(MANY * 5))],
];

export const slowestWork: Readonly<Record<string, readonly (() => WorstCase)[]>> = {
  "calendar.readCalendar": [
    ["events", event("X:1").repeat(MANY / 20)],
    ["dates that are left out", event(`EXDATE:${"20261122T100000Z,".repeat(MANY)}20261122T100000Z`)],
    ["a line without a colon", event("a".repeat(MANY * 5))],
    ["parts in parts", event("BEGIN:VALARM\r\n".repeat(MANY))],
    ["a folded line", event(`DESCRIPTION:${"a\r\n ".repeat(MANY)}`)],
  ].map(([name = "", text = ""]) => () => ({
    name,
    input: { text, zone: "Europe/Berlin", includesObjects: true },
  })),
  "calendar.mergeCalendars": [
    ["alarms", event("BEGIN:VALARM\r\n".repeat(MANY / 100))],
    ["a folded line", event(`DTSTART:20261122\r\nX-A:${"a\r\n ".repeat(MANY / 100)}`)],
    ["a zone", event(`DTSTART;TZID=a:20261122T100000\r\n${"X-A;TZID=a:b\r\n".repeat(MANY / 100)}`)],
  ].map(([name = "", text = ""]) => () => ({
    name,
    input: {
      ...{ own: event("UID:0\r\nDTSTART:20261122"), zone: "Europe/Berlin" },
      objects: Array.from({ length: 100 }, (_, index) => ({
        uid: String(index),
        stored: text,
        fresh: event(`UID:${index}\r\nDTSTART:20261122`),
      })),
    },
  })),
  "calendar.updateCalendar": [
    ["alarms", event("BEGIN:VALARM\r\n".repeat(MANY))],
    ["attendees", event("DTSTART:20261122\r\nATTENDEE:mailto:a@b.c\r\n".repeat(MANY / 10))],
    [
      "zones",
      `BEGIN:VCALENDAR\r\n${"BEGIN:VTIMEZONE\r\nTZID:a\r\nEND:VTIMEZONE\r\n".repeat(5000)}END:VCALENDAR`,
    ],
  ].map(([name = "", text = ""]) => () => ({
    name,
    input: { stored: text, fresh: event("DTSTART:20261122"), zone: "Europe/Berlin" },
  })),
  "calendar.expandSeries": [
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=HOURLY",
    "FREQ=DAILY;COUNT=1000000",
  ].map((rule) => () => ({ name: rule, input: series(rule), mayMeetLimit: true })),
  "communication.readCards": CARDS.map(([name, text]) => () => ({ name, input: { text } })),
  "communication.readEachCard": CARDS.map(([name, text]) => () => ({ name, input: { texts: [text] } })),
  "communication.changeStoredCard": CARDS.map(([name, text]) => () => ({
    name,
    input: {
      ...{ text, added: [], now: new Date("2026-11-22T12:00:00Z") },
      values: { name: "Ada", emails: ["b@c.d"], phones: [], organization: null, note: null },
    },
  })),
  "daily-ops.readFeed": [
    feed("stories", rss("<item><title>a</title><link>https://a.b/</link></item>".repeat(MANY / 10))),
    feed("tags in tags", rss("<a>".repeat(5000))),
    feed(
      "a document type",
      `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${rss("<item>&b;</item>")}`,
    ),
    feed(
      "markup that never ends",
      rss(`<item><title>a</title><description>${"&lt;script ".repeat(MANY)}</description></item>`),
    ),
    feed("lists in lists", `${'{"version":"https://jsonfeed.org/version/1.1","items":['}${"[".repeat(MANY)}`),
  ],
  "documents.checkContent": OFFICE.map(([extension, name, make]) => () => ({
    name: `${extension} ${name}`,
    input: { extension },
    bytes: make(),
  })),
  "documents.readContent": OFFICE.map(([extension, name, make]) => () => ({
    name: `${extension} ${name}`,
    input: { extension, today },
    bytes: make(),
  })),
  "documents.recognizePages": PDFS.map(([name, make]) => () => ({ name, input: { today }, bytes: make() })),
  "email.parseImportedMessage": mails().map(([name, text]) => () => ({
    name,
    input: null,
    bytes: Buffer.from(text),
  })),
  "email.extractAttachment": mails().map(([name, text]) => () => ({
    name,
    input: 0,
    bytes: Buffer.from(text),
  })),
  "email.parseMessages": mails().map(([name, text]) => () => ({
    name,
    input: [{ id: "a", source: new Uint8Array(Buffer.from(text)) }],
  })),
  "planning.searchPlan": SLOW_WEEKS.map(([name, of]) => () => ({ name, input: fullWeeks(of) })),
  // One plan without the changes, and nine ways to go on.
  "planning.searchPlans": SLOW_WEEKS.map(([name, of]) => () => ({
    name,
    input: Array.from({ length: 10 }, () => fullWeeks(of)),
  })),
};
