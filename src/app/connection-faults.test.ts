import { afterAll, beforeEach, expect, test } from "vitest";
import { connectedHouse } from "#features/integrations/factory.ts";
import type { Cargo, Provider } from "#features/integrations/model.ts";
import { googleStandIn } from "#platform/testing/google-stand-in.ts";
import { microsoftStandIn } from "#platform/testing/microsoft-stand-in.ts";
import { slackStandIn } from "#platform/testing/slack-stand-in.ts";

const [slack, graph, google] = [slackStandIn(), microsoftStandIn(), googleStandIn()];
const { house, standIn, aConnected, atEnd } = await connectedHouse([slack.api, graph.api, google.api]);
afterAll(atEnd);

const FAULTLESS = { isRevoked: false, status: null, retryAfter: null, garbage: null };
beforeEach(() => {
  for (const each of [slack, graph, google]) each.clear();
  Object.assign(standIn.mood, FAULTLESS);
});

const at = (hour: number) => ({ dateTime: `2027-03-01T0${hour}:00:00Z`, timeZone: "UTC" });
const person = { id: "c1", displayName: "Clara Voss" };
/** One thing that is there to be brought. */
const PUTS: Record<Provider, () => unknown> = {
  gmail: () => google.people.push({ id: "c1", resourceName: "people/c1", names: [person] }),
  outlook: () => graph.contacts.push(person),
  google_calendar: () => google.put({ id: "board", summary: "Board", start: at(8), end: at(9) }),
  outlook_calendar: () => graph.put({ id: "board", subject: "Board", start: at(8), end: at(9) }),
  slack: () => {
    slack.channels.set("C1", { name: "board", messages: [] });
    return slack.say("C1", "Who is in?");
  },
  teams: () => {
    graph.chats.set("19:board", { topic: "Board", messages: [] });
    return graph.say("19:board", "Who is in?");
  },
};
const MORE: Partial<Record<Provider, Cargo[]>> = { gmail: ["contacts"], outlook: ["contacts"] };

test.each(Object.keys(PUTS) as Provider[])(
  "G16: %s that answers nonsense, breaks down or asks to wait loses nothing, tells it, and is not asked before its time",
  async (provider) => {
    PUTS[provider]();
    const ada = await aConnected(provider, MORE[provider]);
    const faults = [
      ...["<h1>secret</h1>", '{"items": [', '{"value": 7, "ok": true}', "null"].map((garbage) => ({
        garbage,
      })),
      { status: 500 },
      { status: 503 },
    ];
    for (const fault of faults) {
      Object.assign(standIn.mood, FAULTLESS, fault);
      expect(await ada.sync()).toEqual({ error: expect.stringMatching(/did not answer as expected/) });
      expect(await ada.row()).toMatchObject({ status: "connected", syncState: "waiting", syncDone: 0 });
    }
    Object.assign(standIn.mood, FAULTLESS, { status: 429, retryAfter: "90" });
    expect(await ada.sync()).toEqual({ error: expect.stringContaining("asks to wait") });
    Object.assign(standIn.mood, FAULTLESS);
    const asked = standIn.calls.length;
    expect(await ada.sync()).toEqual({ error: expect.stringContaining("in 2 minutes") });
    expect(standIn.calls).toHaveLength(asked);
    await house.owner.query("update integrations set wait_until = null where user_id = $1", [ada.userId]);

    standIn.expireAccess();
    const before = standIn.calls.length;
    expect(await ada.sync()).toEqual({ count: 1 });
    expect(standIn.calls.slice(before).filter((call) => /token|oauth\.v2/.test(call))).toHaveLength(1);
    expect(await ada.sync()).toEqual({ count: 0 });
    standIn.mood.isRevoked = true;
    expect(await ada.sync()).toEqual({ error: expect.stringContaining("Please connect again") });
    expect(await ada.row()).toMatchObject({ status: "error", syncState: "needs_you" });
    const runs = await ada.runs();
    expect(runs.filter(({ isSuccessful }) => isSuccessful)).toHaveLength(2);
    expect(runs).toHaveLength(faults.length + 4);
    expect(JSON.stringify(runs)).not.toContain("secret");
  },
);
