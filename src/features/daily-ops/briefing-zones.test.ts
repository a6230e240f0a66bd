import { expect, test } from "vitest";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";

const { aUser, as, owner } = await testDatabase();
const HOUR = 60 * 60_000;
/** Long after all accounts and schedules of this file were created. */
const START = new Date(Math.ceil(Date.now() / HOUR) * HOUR + 30 * 24 * HOUR);

async function aPerson(settings: object): Promise<Person> {
  const person = as(await aUser());
  await person.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, ...settings });
  return person;
}

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "America/New_York",
  "America/Los_Angeles",
  "America/Sao_Paulo",
  "America/St_Johns",
  "America/Havana",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Asia/Tokyo",
  "Asia/Beirut",
  "Asia/Tehran",
  "Africa/Cairo",
  "Australia/Lord_Howe",
  "Australia/Adelaide",
  "Pacific/Apia",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
];
/** A usual time, times in the hour that clocks skip or repeat, and both ends of the day. */
const TIMES = ["08:00", "02:30", "01:15", "00:05", "23:50"];
const DAYS = 400;

test(`G25: in ${ZONES.length} zones over ${DAYS} days the briefing is due exactly once a local day, through every change of clocks`, async () => {
  const people: (Person & { zone: string; time: string })[] = [];
  for (const [index, zone] of ZONES.entries()) {
    const time = TIMES[index % TIMES.length] ?? "08:00";
    people.push({ ...(await aPerson({ timezone: zone, briefingTime: time })), zone, time });
  }
  // An hourly tick over all days in one statement. The key of briefing_runs ensures that no day is taken twice.
  await owner.query(`
      create table ticks as
        select due.person as user_id, due.day as briefing_date, min(tick) as at
          from generate_series(timestamptz '${START.toISOString()}', timestamptz '${START.toISOString()}'
                 + interval '${DAYS} days', interval '1 hour') tick
          cross join lateral due_briefings(tick, 500) due group by 1, 2`);
  for (const { userId, zone, time } of people) {
    const { rows } = await owner.query(
      `select briefing_date::text as day, at, to_char(at at time zone $2, 'YYYY-MM-DD') as local_day,
                (at at time zone $2)::time as local_time
           from ticks where user_id = $1 order by at`,
      [userId, zone],
    );
    const days = rows.map(({ day }) => day);
    expect(new Set(days).size, `${zone}: no day twice`).toBe(days.length);
    const from = new Date(`${days[0]}T00:00:00Z`).getTime();
    const expected = days.map((_, index) => new Date(from + index * 24 * HOUR).toISOString().slice(0, 10));
    expect(days, `${zone}: no day missing`).toEqual(expected);
    expect(days.length, zone).toBeGreaterThanOrEqual(DAYS - 1);
    for (const { day, local_day, local_time } of rows.slice(1)) {
      const [hour = 0, minute = 0] = String(local_time).split(":").map(Number);
      const [expectedHour = 0, expectedMinute = 0] = time.split(":").map(Number);
      const late = (hour * 60 + minute - expectedHour * 60 - expectedMinute + 24 * 60) % (24 * 60);
      expect(late, `${zone} ${day}: at ${local_time}`).toBeLessThanOrEqual(120);
      if (time !== "23:50") expect(local_day, zone).toBe(day);
    }
  }
});
