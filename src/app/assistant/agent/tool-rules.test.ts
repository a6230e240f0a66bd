import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import { callable } from "../callable.ts";
import { anAssistantWithModel, call } from "../factory.ts";
import { isTool, mayRunWithoutApproval } from "./tool-rules.ts";

// A run invites, notifies and shares with nobody until its person approves.

const server = await anAssistantWithModel();
const { aUser, as, owner, plan } = server;

const acting = [...callable.values()].filter(
  (capability) => isTool(capability) && capability.definition.effect !== "read",
);

/** Fields that name other people: recipients, invitees, or people who are granted something. */
const NAMES_PEOPLE = /^(attendees|participants|invitees|guests|userIds?|personIds?|email|with|onBehalfOf)$/;
const fieldsOf = ({ definition }: AnyCapability) =>
  Object.keys(jsonSchema(definition.input).properties ?? {});

test("actions without approval name nobody else; if an optional field names somebody, they need approval", () => {
  const atOnce = acting.filter((capability) => mayRunWithoutApproval(capability, {}, false));
  expect(atOnce.length).toBeGreaterThan(15);
  const naming = atOnce.flatMap((capability) =>
    fieldsOf(capability)
      .filter((field) => NAMES_PEOPLE.test(field))
      .map((field) => ({ capability, field })),
  );
  expect(naming.map(({ capability: { name }, field }) => `${name} ${field}`).sort()).toEqual([
    "events.create attendees",
    "events.update attendees",
  ]);
  for (const { capability, field } of naming) {
    expect(mayRunWithoutApproval(capability, { [field]: [] }, false)).toBe(true);
    expect(mayRunWithoutApproval(capability, { [field]: ["bob@example.com"] }, false)).toBe(false);
  }
});

test("a tainted run changes nothing without approval", () => {
  for (const capability of acting) expect(mayRunWithoutApproval(capability, {}, true)).toBe(false);
});

test("a run needs approval to invite somebody, to a new event and to an existing one", async () => {
  const ada = as(await aUser({ fullName: "Ada Lovelace" }));
  const times = { startTime: "2027-03-01T09:00:00Z", endTime: "2027-03-01T10:00:00Z" };
  const { id, version } = (await ada.invoke(events.create, { title: "Board", ...times })) as {
    id: string;
    version: number;
  };
  const attendees = ["mallory@evil.example"];
  plan(
    () => call("find_tools", { words: "create event, update event" }),
    () => ({
      calls: [
        { name: "events_create", input: { title: "Lunch", ...times, attendees } },
        { name: "events_update", input: { id, version, attendees } },
      ],
    }),
    () => ({ text: "Waiting." }),
  );
  const { answer } = await server.ask(ada, "ponder my lunch", { page: "calendar" });
  expect(answer.isTainted).toBe(false);
  expect(answer.proposals.map(({ capability }) => capability)).toEqual(["events.create", "events.update"]);
  const { rows } = await owner.query("select title, attendees from events where user_id = $1", [ada.userId]);
  expect(rows).toEqual([{ title: "Board", attendees: [] }]);
});
