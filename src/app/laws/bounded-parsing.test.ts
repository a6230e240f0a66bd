import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { decodeICalendar } from "#features/calendar/icalendar/decode-icalendar.ts";
import { splitSentences as splitThreadSentences } from "#features/commitments/extraction/split-sentences.ts";
import { isMinutes, parseMinutes } from "#features/commitments/reading/parse-minutes.ts";
import { stripQuotedText } from "#features/communication/public/strip-quoted-text.ts";
import { decodeCardFile } from "#features/contacts/decode-card-file.ts";
import { stripMarkup } from "#features/daily-ops/news/strip-markup.ts";
import { parseCommand } from "#features/daily-ops/voice/parse-command.ts";
import { decodeText } from "#features/documents/decode-text.ts";
import { describeText } from "#features/documents/parsing/describe-text.ts";
import { receiptRequestOf } from "#features/email/reading/parse-receipt-request.ts";
import { deliveryReportOf, receiptReportOf } from "#features/email/reading/parse-report.ts";
import { parseMailQuery } from "#features/email/search/parse-mail-query.ts";
import { parseSalutation } from "#features/email/writing/parse-salutation.ts";
import { splitSentences } from "#features/email/writing/split-sentences.ts";
import { parseCsv } from "#features/payments/parse-csv.ts";
import { shapeText } from "#features/team/pdf/shape-text.ts";
import { parseMultistatus } from "#platform/outbound/parse-multistatus.ts";
import { slowestWork, type WorstCase } from "#platform/testing/worst-case-inputs.ts";
import { parseDateWords } from "#platform/time/parse-date-words.ts";
import { parseMoment } from "#platform/time/parse-moment.ts";
import { wallClock } from "#platform/time/wall-clock.ts";
import { type Work, WorkError } from "#platform/workers/work.ts";
import { createWorkers } from "#platform/workers/workers.ts";
import { splitSentences as splitAnswer } from "../assistant/agent/claims/split-sentences.ts";
import { tokensOf } from "../assistant/agent/claims/tokens.ts";
import { unitsOf } from "../assistant/content/split-text.ts";
import { parseMailCommand } from "../assistant/mail-commands/parse-mail-command.ts";
import { parsePeriod } from "../assistant/phrases/parse-period.ts";
import { splitException } from "../assistant/understanding/exceptions.ts";
import { requestsIn } from "../assistant/understanding/split-sentence.ts";
import { sized } from "./full-size.ts";

// Parsers of external data have bounds. They are found in the code: each kind of work in `src/app/worker.ts` with the
// limits that its caller passes, and each file named as a parser that runs in the server process or in the page.

const folder = join(import.meta.dirname, "../../..");
const workers = createWorkers({ folder, file: join(folder, "src/app/worker.ts") });
afterAll(() => workers.close());

const sources = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.(test|factory)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(folder, "src", path), "utf8") }));

/** Most characters of output for one file: more is never returned to the server, stored or shown. */
const MAX_OUTPUT = 8_000_000;

const kinds = [
  ...(sources.find(({ path }) => path === "app/worker.ts")?.text ?? "").matchAll(/^ {2}"([\w.-]+)":/gm),
].map(([, name = ""]) => name);

function workNamed(name: string): Work {
  const limits = sources.flatMap(({ text }) => {
    const at = text.search(new RegExp(`work<[^>]*>\\("${name}"`));
    return at < 0 ? [] : [text.slice(at, at + 250)];
  });
  const figure = (field: string) => Number(new RegExp(`${field}: (\\d+)`).exec(limits.join())?.[1]);
  expect(limits, `the limits of ${name}`).toHaveLength(1);
  return { name, limits: { seconds: figure("seconds"), megabytes: figure("megabytes") } };
}

test("each kind of worker job has worst cases, and no others are listed", () => {
  expect(kinds.length).toBeGreaterThan(5);
  expect(Object.keys(slowestWork).toSorted()).toEqual(kinds.toSorted());
});

test.for(Object.entries(slowestWork))(
  "%s stays within its limits for any input",
  { timeout: sized(60_000, 240_000) },
  async ([name, cases]) => {
    const work = workNamed(name);
    await Promise.all(
      cases.map(async (make) =>
        expect(await outcomeOf(work, make()), `${name}: ${make().name}`).toBe("bounded"),
      ),
    );
  },
);

async function outcomeOf(work: Work, { input, bytes, mayMeetLimit }: WorstCase): Promise<string> {
  const file = bytes && { size: bytes.length, open: async () => chunked(bytes) };
  const output = await workers
    .run(work, "ada", input as never, { bytes: file })
    .catch((error: unknown) => error);
  if (output instanceof WorkError)
    return output.reason === "failed" || mayMeetLimit ? "bounded" : output.reason;
  if (output instanceof Error) throw output;
  const size = output instanceof Uint8Array ? output.length : JSON.stringify(output ?? null).length;
  return size <= MAX_OUTPUT ? "bounded" : `${size} letters`;
}

async function* chunked(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 1_000_000) yield bytes.subarray(at, at + 1_000_000);
}

const SIZE = sized(200_000, 400_000);
/** Long runs of the characters that patterns look for, ending so that no pattern matches. */
const WORST_TEXTS = [
  ...["a", " ", "\n", "\t", ".", "-", "_", "/", "<", "(", "[", '"', ",", ":", ">", "@", "&", "="],
  ...[
    "<style>",
    "<a style ",
    "> a\nb\n",
    "On abcdef wrote:\n>\n",
    "On x\n",
    "From: a\n",
    "a@",
    "a: ",
    '""',
    "(a",
    "-- \n",
  ],
].map((part) => `${part.repeat(SIZE / part.length)}\u0001!`);
const UNFINISHED_TEXTS = [
  `Am ${"schrieb ".repeat(SIZE / 8)}!`,
  `${"_".repeat(20)}${"\n".repeat(SIZE)}!`,
  `On ${"wrote ".repeat(SIZE / 6)}!`,
  `-- ${" ".repeat(SIZE)}!`,
  Array.from(
    { length: SIZE / 50 },
    (_, at) => `The term ${at} begins on May 1, 2026 and has no length.`,
  ).join("\n"),
];

const bytesOf = (text: string) => Buffer.from(text);
const situation = { now: new Date("2026-11-22T12:00:00Z"), timeZone: "Europe/Berlin" };
/** A parser of the page, imported dynamically: no server file, including this test, may import it statically. */
const inPage = async (file: string, name: string): Promise<(text: string) => unknown> =>
  (await import(join(folder, `src/features/email/web/${file}.ts`)))[name];
/** Parsers in the server process or the page: each takes any text in a bounded number of steps. */
/** Its parts as a worker gives them to it; the whole message is tested above. */
function readReports(text: string) {
  const part = { filename: null, disposition: null, content: text };
  const mail = (mimeType: string) => ({
    attachments: [{ ...part, mimeType }],
    inReplyTo: text.slice(0, 2000),
  });
  return [
    deliveryReportOf(mail("message/delivery-status")),
    receiptReportOf(mail("message/disposition-notification")),
  ];
}

function readReceiptRequest(text: string) {
  const header = (key: string) => ({ key, originalKey: key, value: text });
  const names = ["disposition-notification-to", "disposition-notification-options", "original-recipient"];
  const headerLines = [{ key: "subject", line: text }];
  return receiptRequestOf({ headers: names.map(header), headerLines, attachments: [] });
}

/** Every name is that of somebody, so that every line may be an item. */
function readMinutes(text: string) {
  const at = situation.now;
  const moment = { at, timeZone: "UTC", clock: wallClock(at, "UTC") };
  const items = parseMinutes(text, moment, (name) => ({ key: name, name }));
  return [isMinutes("", text), items.length, parseMinutes(`Actions\n${text}`, moment, () => null).length];
}

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  "app/assistant/agent/claims/split-sentences.ts": (text) => splitAnswer(text, tokensOf(text)).length,
  "app/assistant/content/split-text.ts": (text) => unitsOf(text).map(({ quote }) => quote.slice(0, 1000)),
  "app/assistant/understanding/split-sentence.ts": requestsIn,
  "app/assistant/mail-commands/parse-mail-command.ts": (text) => parseMailCommand(text, []),
  "app/assistant/phrases/parse-period.ts": (text) => parsePeriod(text.slice(0, 2000), situation),
  "platform/time/parse-date-words.ts": (text) => parseDateWords(text, { ...situation, firstWeekday: 1 }),
  "platform/time/parse-moment.ts": (text) => parseMoment(text.slice(0, 2000), situation),
  "features/commitments/extraction/split-sentences.ts": (text) => splitThreadSentences(text, "Ada"),
  "features/commitments/reading/parse-minutes.ts": readMinutes,
  "features/communication/public/strip-quoted-text.ts": stripQuotedText,
  "features/daily-ops/voice/parse-command.ts": (text) => parseCommand(text.slice(0, 2000), situation),
  "features/daily-ops/news/strip-markup.ts": stripMarkup,
  "features/calendar/icalendar/decode-icalendar.ts": (text) => decodeICalendar(bytesOf(text)),
  "features/contacts/decode-card-file.ts": (text) => decodeCardFile(bytesOf(text)),
  "features/documents/decode-text.ts": (text) => decodeText(bytesOf(text)),
  "features/email/reading/parse-receipt-request.ts": readReceiptRequest,
  "features/email/reading/parse-report.ts": readReports,
  "features/email/search/parse-mail-query.ts": (text) => parseMailQuery(text.slice(0, 2000)),
  "features/email/writing/parse-salutation.ts": parseSalutation,
  "features/email/writing/split-sentences.ts": splitSentences,
  "features/email/web/public/split-addresses.ts": await inPage("public/split-addresses", "splitAddresses"),
  "features/email/web/reading/collect-styles.ts": await inPage("reading/collect-styles", "extractStyles"),
  "features/email/web/reading/measure-mail.ts": await inPage("reading/measure-mail", "drawableUntil"),
  "features/email/web/reading/split-quote.ts": await inPage("reading/split-quote", "splitQuote"),
  "features/email/web/writing/split-written.ts": await inPage("writing/split-written", "splitWritten"),
  "features/payments/parse-csv.ts": parseCsv,
  "platform/outbound/parse-multistatus.ts": parseMultistatus,
  "features/team/pdf/shape-text.ts": shapeText,
};
/** Readers that are not named as parsers. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  "app/assistant/understanding/exceptions.ts": (text) => splitException(text, text),
  "features/documents/parsing/describe-text.ts": (text) => describeText(text, "2026-11-22"),
};
/** Named as parsers, but they read our own data, or run in a worker and are tested above. */
const ELSEWHERE = [
  "features/email/reading/parse-imported-message.ts",
  "features/email/reading/parse-message.ts",
  "features/email/reading/parse-mime.ts",
  "features/calendar/icalendar/split-icalendar.ts",
  "features/communication/web/calls/measure-level.ts",
  "features/communication/web/calls/measure-quality.ts",
  "features/daily-ops/split-by-titles.ts",
  "features/documents/parsing/collect-cells.ts",
  "features/documents/parsing/parse-xml.ts",
];

test("each file that is named as a parser is listed", () => {
  const named = sources
    .map(({ path }) => path)
    .filter((path) =>
      /\/((parse|decode|split|strip|cut|collect|measure|shape)-[\w-]+|read-csv)\.ts$/.test(path),
    );
  expect([...Object.keys(PARSERS), ...ELSEWHERE].toSorted()).toEqual(named.toSorted());
});

test.for(Object.entries({ ...PARSERS, ...READERS }))(
  "%s takes time linear in its text",
  async ([name, parse]) => {
    for (const text of [...WORST_TEXTS, ...UNFINISHED_TEXTS]) {
      const found = JSON.stringify((await parse(text)) ?? null).length;
      expect(found, `${name} of ${JSON.stringify(text.slice(0, 20))}`).toBeLessThan(40 * SIZE);
    }
  },
);
