import { expect, test } from "vitest";
import { parseMessage } from "./parse-message.ts";

const INVITATION =
  "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";

/** A mail with these bodies of type text/calendar. */
const calendarOf = async (...parts: string[]) => {
  const bodies = parts.map((body) => `--b\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\n${body}`);
  const source = `From: ada@far.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n${bodies.join("")}--b--\r\n`;
  return (await parseMessage({ id: "1", source: new Uint8Array(Buffer.from(source)) })).calendar;
};

test.each([
  ["nothing", ""],
  ["an empty line", "\r\n"],
  ["blanks", " \t \r\n\r\n"],
  ["words", "Please see the attachment\r\n"],
])("a calendar part with %s in it is no invitation", async (_what, body) => {
  expect(await calendarOf(body)).toBeNull();
});

test("a calendar is read, also behind a part that is empty", async () => {
  const invitation = { method: "REQUEST", text: INVITATION.replaceAll("\r", "") };
  expect(await calendarOf(INVITATION)).toEqual(invitation);
  expect(await calendarOf("\r\n", INVITATION)).toEqual(invitation);
});

test("only a text longer than what is shown is reported as cut", async () => {
  const faultOf = async (length: number) => {
    const source = `From: ada@far.org\r\nContent-Type: text/plain\r\n\r\n${"x".repeat(length)}`;
    const { text, fault } = await parseMessage({ id: "1", source: new Uint8Array(Buffer.from(source)) });
    return [text.length, fault];
  };
  // The line break at its end counts.
  expect(await faultOf(199_999)).toEqual([199_999, null]);
  expect(await faultOf(200_000)).toEqual([200_000, expect.stringContaining("only its beginning")]);
});

test("a text or HTML that is cut in the middle of a character ends before it", async () => {
  const face = "\u{1f600}";
  const cut = async (type: string, length: number) => {
    const body = `${"x".repeat(length - 1)}${face.repeat(9)}`;
    const source = `From: ada@far.org\r\nContent-Type: text/${type}; charset=utf-8\r\n\r\n${body}`;
    return parseMessage({ id: "1", source: new Uint8Array(Buffer.from(source)) });
  };
  expect((await cut("plain", 200_000)).text).toBe("x".repeat(199_999));
  expect((await cut("html", 1_000_000)).html).toBe("x".repeat(999_999));
});
