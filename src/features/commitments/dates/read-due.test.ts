import { expect, test } from "vitest";
import { dayInZone, wallClock } from "#platform/time/wall-clock.ts";
import { readAnswer } from "../extraction/find-commitments.factory.ts";

test.for([
  ["I'll send it by EOD.", "2026-03-03"],
  ["I'll send it by close of business tomorrow.", "2026-03-04"],
  ["I'll send it by COB Thursday.", "2026-03-05"],
  ["I'll send it by the end of the week.", "2026-03-06"],
  ["I'll send it end of next week.", "2026-03-13"],
  ["I'll send it first thing tomorrow.", "2026-03-04"],
  ["I'll send it first thing on Monday.", "2026-03-09"],
  ["I'll send it in two weeks.", "2026-03-17"],
  ["I'll send it in a week or so.", "2026-03-10"],
  ["I'll send it in a couple of days.", "2026-03-05"],
  ["I'll send it within 24 hours.", "2026-03-04"],
  ["I'll send it on the 14th.", "2026-03-14"],
  ["I'll send it by the 1st.", "2026-04-01"],
  ["I'll send it before the board meeting.", undefined],
  ["I'll send it before Friday.", "2026-03-06"],
  ["I'll send it Thursday at the latest.", "2026-03-05"],
  ["I'll send it no later than Thursday.", "2026-03-05"],
  ["I'll send it this Friday.", "2026-03-06"],
  ["I'll send it on Tuesday.", "2026-03-10"],
  ["I'll send it tonight.", "2026-03-03"],
  ["I'll send it this evening.", "2026-03-03"],
  ["I'll send it later today.", "2026-03-03"],
  ["I'll send it the day after tomorrow.", "2026-03-05"],
  ["I'll send it by the end of the month.", "2026-03-31"],
  ["I'll send it by mid-March.", "2026-03-15"],
  ["I'll send it by Easter.", undefined],
  ["I'll send it on March 12.", "2026-03-12"],
  ["I'll send it on 12 March 2026.", "2026-03-12"],
  ["I'll send it on 12/3.", "2026-03-12"],
  ["I'll send it on Friday the 13th.", "2026-03-13"],
  ["I'll send it by Friday noon.", "2026-03-06 12:00"],
  ["I'll send it by 5pm.", "2026-03-03 17:00"],
  ["I'll send it by 5 pm on Thursday.", "2026-03-05 17:00"],
  ["I'll send it at half past three.", "2026-03-03 15:30"],
  ["I'll send it at 16.30.", "2026-03-03 16:30"],
  ["I'll send it at 14h30.", "2026-03-03 14:30"],
  ["I'll send it tomorrow at 10.", "2026-03-04 10:00"],
  ["I'll send it in half an hour.", "2026-03-03 10:30"],
  ["I'll send it in an hour.", "2026-03-03 11:00"],
  ["I'll call you in ten minutes.", "2026-03-03 10:10"],
  ["I'll send it in three days' time.", "2026-03-06"],
  ["I'll send it over the weekend.", "2026-03-08"],
  ["I'll send it after the weekend.", "2026-03-09"],
  ["I'll send it Monday morning.", "2026-03-09"],
  ["I'll send it a week from today.", "2026-03-10"],
  ["I'll send it a week on Friday.", "2026-03-13"],
  ["I'll send it early next week.", "2026-03-10"],
  ["I'll send you the Friday figures.", undefined],
  ["I'll send you the minutes from Monday.", undefined],
  ["I'll send you the 2024 figures.", undefined],
  ["I'll send it soon.", undefined],
])("'%s' is due %s", ([text = "", due]) => {
  const [found] = readAnswer(text);
  const at = found?.due?.at;
  const clock = at && wallClock(at, "Europe/Berlin");
  const minutes = clock && [clock.hour, clock.minute].map((part) => String(part).padStart(2, "0")).join(":");
  const day = at && dayInZone(at, "Europe/Berlin");
  expect(due?.includes(" ") ? `${day} ${minutes}` : day).toBe(due);
});
