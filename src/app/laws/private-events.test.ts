import { Hono } from "hono";
import { expect, test } from "vitest";
import { bookingPages } from "#features/calendar/booking-pages.ts";
import { bookings } from "#features/calendar/bookings.ts";
import { events } from "#features/calendar/calendar-events.ts";
import { calendarFeeds } from "#features/calendar/calendar-feeds.ts";
import { calendarFiles } from "#features/calendar/calendar-files.ts";
import { freeTimes } from "#features/calendar/free-times.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { calendarRoutes } from "#features/calendar/routes.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { restRoutes } from "#platform/http/rest-routes.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { registry } from "../slices.ts";

// Of a private event, whoever is neither its owner nor invited sees that the owner is busy, and when. Every function of
// the database that reads events with the rights of the owner is listed with what it shows; every way to the calendar
// of somebody else is gone.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async (database) => ({ jobs, auth: testAuth(database).auth }));
const createUser = async (fullName: string) => server.as(await server.aUser({ fullName }));
const [ada, bob] = [await createUser("Ada"), await createUser("Bob")];

const DAY = 86_400_000;
const next = Date.now() + 14 * DAY;
const monday = Math.floor((next - ((new Date(next).getUTCDay() + 6) % 7) * DAY) / DAY) * DAY;
const at = (hour: number) => new Date(monday + hour * 3_600_000).toISOString();

/** In every text of the private events, and nowhere else. */
const SECRET = "quokka";
const slug = `ada-${ada.userId.slice(0, 8)}`;

async function fill() {
  const { rows } = await server.owner.query(
    "insert into workspaces (name, created_by) values ('Board', $1) returning id",
    [ada.userId],
  );
  for (const { userId } of [ada, bob])
    await server.owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
      rows[0].id,
      userId,
    ]);
  const texts = {
    ...{ title: SECRET, description: SECRET, location: SECRET, category: SECRET },
    ...{ meetingLink: `https://example.com/${SECRET}`, attendees: [`${SECRET}@example.com`] },
  };
  const create = (visibility: string, hour: number, more: object = {}) =>
    ada.invoke(events.create, {
      ...{ ...texts, visibility, startTime: at(hour), endTime: at(hour + 1) },
      ...more,
    }) as Promise<EventOnWire>;
  await create("private", 10);
  await create("confidential", 12);
  const first = await create("private", 14, { rrule: "FREQ=DAILY;COUNT=2", zone: "Europe/Berlin" });
  await ada.invoke(events.update, { id: first.id, version: first.version, title: `${SECRET} moved` });
  await create("public", 16, {
    ...{ title: "Open house", description: null, location: null, category: null },
    meetingLink: null,
    attendees: [],
  });
  await server.owner.query(
    "update events set uid = $2 || id where user_id = $1 and series_id is null and visibility <> 'public'",
    [ada.userId, SECRET],
  );
  await server.owner.query(
    "update events e set uid = s.uid from events s where s.id = e.series_id and e.user_id = $1",
    [ada.userId],
  );
  await ada.invoke(bookingPages.create, { slug, title: "Half an hour", daysAhead: 60, noticeMinutes: 0 });
}
await fill();

const app = new Hono<Edge>();
app.use(async (context, next) => {
  context.set("actor", null);
  context.set("requestId", "law");
  context.set("address", "192.0.2.7");
  await next();
});
app.onError((error) => errorResponse(error, "law", server.services.log));
calendarRoutes(app, { services: server.services, log: server.services.log });

const readFeed = async (input: object) => {
  const { path } = (await ada.invoke(calendarFeeds.create, { name: "Phone", ...input })) as { path: string };
  return (await app.request(path)).text();
};
const visit = (capability: unknown, input: object) =>
  invoke(server.services, capability as AnyCapability, input, {
    ...{ actor: null, requestId: "law", address: "192.0.2.7" },
  });
const day = { from: at(0), to: at(24) };

/** Every way in which somebody else reads the calendar of a person. */
const WAYS = {
  "a feed": () => readFeed({}),
  "a search for a common time": () =>
    bob.invoke(freeTimes.find, { ...{ userIds: [ada.userId], minutes: 30 }, ...day }),
  "a booking page": () => visit(bookings.page, { slug }),
  "the times of a booking page": () => visit(bookings.slots, { slug, ...day, token: null }),
};

test.each(Object.entries(WAYS))("%s shows of private events only their time", async (_, read) => {
  const shown = JSON.stringify(await read());
  expect(shown.toLowerCase()).not.toContain(SECRET);
  expect(shown.length).toBeGreaterThan(20);
});

test("a feed shows private events as 'Busy' at their time, series and moved dates too, and the others as they are", async () => {
  const text = await readFeed({});
  expect(text.match(/^SUMMARY:.*$/gm)?.toSorted()).toEqual([
    ...Array(4).fill("SUMMARY:Busy"),
    "SUMMARY:Open house",
  ]);
  expect(text).toContain(`DTSTART:${at(10).replaceAll(/[-:]|\.000/g, "")}`);
  expect(text.match(/^CLASS:.*$/gm)).toHaveLength(4);
  const uids = text.match(/^UID:.*$/gm) ?? [];
  expect(new Set(uids).size).toBe(4);
  expect(await readFeed({ includesPrivate: true })).toContain(`SUMMARY:${SECRET}`);
});

test("private events make their owner busy for others as all events do", async () => {
  const found = (await WAYS["a search for a common time"]()) as {
    people: { userId: string; busy: { startTime: string }[] }[];
  };
  const busy = found.people
    .find(({ userId }) => userId === ada.userId)
    ?.busy.map(({ startTime }) => startTime);
  expect(busy).toEqual([10, 12, 14, 16].map(at));
  const offered = ((await WAYS["the times of a booking page"]()) as { items: string[] }).items;
  expect(offered).not.toContain(at(10));
  expect(offered).toContain(at(11));
});

test("no read of a colleague shows anything of them, whatever is searched for; their owner sees them everywhere", async () => {
  const reads = restRoutes(registry).filter(
    ({ capability }) => capability.definition.effect === "read" && capability.definition.access !== "admin",
  );
  const answersTo = async (person: typeof ada) => {
    const shown: string[] = [];
    for (const { capability, input } of reads) {
      const worded = Object.keys(input.properties ?? {}).filter((name) =>
        /^(query|search|text|q|asked|words|name|title)$/.test(name),
      );
      const asked = sampleInput(input, Object.fromEntries(worded.map((name) => [name, SECRET.slice(0, 5)])));
      const answer = await person.invoke(capability, asked).catch((error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      });
      if (
        JSON.stringify(answer ?? "")
          .toLowerCase()
          .includes(SECRET)
      )
        shown.push(capability.name);
    }
    return shown;
  };
  expect(await answersTo(bob)).toEqual([]);
  expect(await answersTo(ada)).toEqual(expect.arrayContaining(["events.list", "calendarFiles.export"]));
  const { text } = (await ada.invoke(calendarFiles.export, {})) as { text: string };
  expect(text).toContain("CLASS:PRIVATE");
  expect(text).toContain("CLASS:CONFIDENTIAL");
}, 60_000);

/** What functions with the rights of their owner, which read events and which requests may call, return of others. */
const SHOWN = {
  analyze_events: "nothing",
  booking_slots: "times",
  busy_times_of_people: "times",
  matching_events: "own",
  plans_with_words: "own",
  purge_events_trash: "nothing",
  purge_plan_blocks: "nothing",
  search_events: "own",
  search_events_fuzzy: "own",
  series_to_renew: "system",
} as const;
type Shown = (typeof SHOWN)[keyof typeof SHOWN];
const PROOFS: Readonly<Record<Shown, (body: string, result: string) => boolean>> = {
  nothing: (_, result) => /^(void|integer)$/.test(result),
  own: (body) =>
    /user_id = \(?(select )?(me\b|my_user_id\(\)|\$1)/.test(body) && body.includes("my_user_id()"),
  system: (body) => body.includes("my_user_id() is null"),
  times: (_, result) =>
    /^TABLE\((user_id uuid, )?start_time timestamp with time zone(, end_time timestamp with time zone)?\)$/.test(
      result,
    ),
};

test("every function that reads events with the rights of its owner is listed with what it shows of others", async () => {
  const { rows } = await server.owner.query(`
    with recursive reading as (
      select p.oid, p.proname from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prosrc ~ '\\m(events|event_times|event_occurrences)\\M'
      union
      select p.oid, p.proname from pg_proc p join reading r on p.prosrc ~ ('\\m' || r.proname || '\\M')
       where p.pronamespace = 'public'::regnamespace)
    select p.proname as name, p.prosrc as body, pg_get_function_result(p.oid) as result from pg_proc p join reading r on r.oid = p.oid
     where p.prosecdef and has_function_privilege('adjutant_app', p.oid, 'execute') order by 1`);
  const found: { name: keyof typeof SHOWN; body: string; result: string }[] = rows;
  expect(found.map(({ name }) => name)).toEqual(Object.keys(SHOWN).toSorted());
  for (const { name, body, result } of found)
    expect(PROOFS[SHOWN[name]](body, result), `${name} shows of others: ${SHOWN[name]}`).toBe(true);
});
