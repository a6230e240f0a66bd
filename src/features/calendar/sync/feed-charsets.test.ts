import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { events } from "../calendar-events.ts";
import { calendars } from "../calendars.ts";
import { syncCalendars } from "../jobs.ts";
import type { EventOnWire } from "../model.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const testDb = await testDatabase(async () => ({ jobs }));

const latin = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(text, "utf16le");

test.each<[string, string | undefined, (title: string) => Uint8Array, string]>([
  ["8-bit as declared", "text/calendar; charset=ISO-8859-1", latin, "Café Zoë"],
  ["8-bit, not declared", "text/calendar", latin, "Café Zoë"],
  ["8-bit, without a type", undefined, latin, "Café Zoë"],
  ["UTF-8 that is declared as 8-bit", "text/calendar; charset=iso-8859-1", Buffer.from, "Café Zoë"],
  ["a quoted name", 'text/calendar; method=PUBLISH; CharSet="windows-1251"', cyrillic, "Ёлка"],
  ["a name that nobody knows", "text/calendar; charset=x-none", latin, "Café"],
  ["escapes within seven bits", "text/calendar; charset=iso-2022-jp", japanese, "日本"],
  ["UTF-16 without a mark", "text/calendar; charset=utf-16le", utf16, "Ёлка"],
])("the text of a feed is decoded: %s", async (_, type, encode, title) => {
  const text = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1", "DTSTART:20270301T090000Z"],
    ...[`SUMMARY:${title}`, "END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");
  const feed = createServer((_request, response) => {
    if (type !== undefined) response.setHeader("content-type", type);
    response.end(encode(text));
  });
  await new Promise<void>((resolve) => feed.listen(0, "127.0.0.1", resolve));
  const ada = testDb.as(await testDb.aUser());
  const url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/`;
  const { id } = (await ada.invoke(calendars.subscribe, { name: "Feed", url })) as { id: string };
  await syncCalendars.run(testDb.services as never, { calendarId: id });
  feed.close();
  const { items } = (await ada.invoke(events.list, {
    ...{ from: "2027-02-01T00:00:00Z", to: "2027-06-01T00:00:00Z" },
  })) as { items: EventOnWire[] };
  expect(items.map((event) => event.title)).toEqual([title]);
});

function cyrillic(text: string): Uint8Array {
  const codes = new Map([..."Ёлка"].map((letter, at) => [letter, [0xa8, 0xeb, 0xea, 0xe0][at] ?? 0]));
  return Uint8Array.from(text, (letter) => codes.get(letter) ?? letter.charCodeAt(0));
}

function japanese(text: string): Uint8Array {
  return latin(text.replace("日本", "\u001B$BF|K\\\u001B(B"));
}
