import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expectAccessible } from "../../testing/expect-accessible.ts";
import { expect } from "../../testing/expect-shown.ts";
import { startPages } from "../../testing/start-pages.ts";

const { test } = await startPages();

const FEED = [
  ...["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1", "SUMMARY:No time", "END:VEVENT"],
  ...[
    "BEGIN:VEVENT",
    "UID:2",
    "SUMMARY:In part",
    "DTSTART:20310305T090000Z",
    "RRULE:FREQ=NEVER",
    "END:VEVENT",
  ],
  ...["BEGIN:VJOURNAL", "SUMMARY:A note", "END:VJOURNAL", "END:VCALENDAR", ""],
].join("\r\n");

test("events of a calendar that cannot be read are listed at the calendar, with the reasons", async ({
  page,
  ada,
}) => {
  let text = FEED;
  const feed = createServer((_, response) => void response.end(text));
  await new Promise<void>((resolve) => feed.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/`;
  await ada.call("calendars.subscribe", { name: "Fairs", url });
  await page.goto("/calendar?show=calendars");
  const list = page.getByRole("dialog").getByRole("list", { name: "Calendars" });
  await expect(list.getByText("1 event cannot be read · 1 in part · 1 note not shown")).toBeVisible();
  await list.getByText("1 event cannot be read · 1 in part · 1 note not shown").click();
  await expect(list.getByText("No time", { exact: true })).toBeVisible();
  await expect(list.getByText("It has no start (DTSTART) (line 3)")).toBeVisible();
  await expect(list.getByText("In part (shown in part)")).toBeVisible();
  await expect(list.getByText("1 note", { exact: true })).toBeVisible();
  await expectAccessible();
  // Mended at its source, it is read at once.
  text = FEED.replace("SUMMARY:No time", "SUMMARY:Now with a time\r\nDTSTART:20270301T090000Z");
  await list.getByRole("button", { name: "Sync 'Fairs' now" }).click();
  await expect(list.getByText("1 event shown in part · 1 note not shown")).toBeVisible();
  feed.close();
});
