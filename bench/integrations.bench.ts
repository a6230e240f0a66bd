import { integrations } from "#features/integrations/integrations.ts";
import type { DataKind, Provider } from "#features/integrations/model.ts";
import { invoke } from "#platform/capability/execute.ts";
import { parseConfig } from "#platform/config/config.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import type { AnyCapability } from "../src/platform/capability/definition.ts";
import { googleStandIn } from "../src/platform/testing/stand-ins/google-stand-in.ts";
import { microsoftStandIn } from "../src/platform/testing/stand-ins/microsoft-stand-in.ts";
import { oauthStandIn } from "../src/platform/testing/stand-ins/oauth-stand-in.ts";
import { slackStandIn } from "../src/platform/testing/stand-ins/slack-stand-in.ts";
import { environment } from "./environment.ts";
import { createBenchInstance } from "./support/bench-instance.ts";
import { report, timed } from "./support/compare.ts";

// First sync of ITEMS items (10,000) from each of the six providers, through its real client over HTTP on loopback (of
// Gmail and Outlook only the contacts; their mail uses IMAP, see mail-sync.bench.ts); the floor is fetching and parsing
// the same pages. Then a sync that finds nothing new.

const ITEMS = Number(environment.ITEMS ?? 10_000);
const registered = {
  clientId: "adjutant",
  clientSecret: "registered secret",
  redirectUri: "http://127.0.0.1:3000/oauth/callback",
};
const [google, graph, slack] = [googleStandIn(), microsoftStandIn(), slackStandIn()];
const standIn = await oauthStandIn(registered, [google.api, graph.api, slack.api]);
const instance = await createBenchInstance([]);
const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const services = {
  ...instance.services,
  jobs,
  outbound: createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"] }),
  config: parseConfig({
    GOOGLE_BASE_URL: standIn.url,
    MICROSOFT_BASE_URL: standIn.url,
    SLACK_BASE_URL: standIn.url,
  }),
};
const { systemSettings } = services;
const { clientId, clientSecret } = registered;
await systemSettings.save(instance.ada, {
  version: systemSettings.current.version,
  fields: { googleClientId: clientId, microsoftClientId: clientId, slackClientId: clientId },
  secrets: {
    googleClientSecret: clientSecret,
    microsoftClientSecret: clientSecret,
    slackClientSecret: clientSecret,
  },
});
const request = { actor: instance.ada, requestId: "bench", address: null };
const through = (capability: unknown, input: unknown) =>
  invoke(services, capability as AnyCapability, input, request);

const start = Date.now();
const hour = (number: number) => new Date(start + (number - ITEMS / 2) * 3_600_000).toISOString();
for (let number = 0; number < ITEMS; number += 1) {
  google.put({
    ...{
      id: `event${number}`,
      summary: `Meeting ${number}`,
      location: "Harbour",
      description: "Agenda ".repeat(20),
    },
    start: { dateTime: hour(number), timeZone: "Europe/Berlin" },
    end: { dateTime: hour(number + 1), timeZone: "Europe/Berlin" },
  });
  const utc = (at: string) => ({ dateTime: `${at.slice(0, 19)}.0000000`, timeZone: "UTC" });
  graph.put({
    ...{ id: `event${number}`, subject: `Meeting ${number}`, body: { content: "Agenda ".repeat(20) } },
    start: utc(hour(number)),
    end: utc(hour(number + 1)),
  });
  google.people.push({
    ...{ id: `c${number}`, resourceName: `people/c${number}`, names: [{ displayName: `Person ${number}` }] },
    emailAddresses: [{ value: `person.${number}@bench.example` }],
  });
}
slack.channels.set("C1", { name: "board", messages: [] });
graph.teams.set("t1", { name: "Lattice", channels: new Map([["c1", { name: "General", roots: [] }]]) });
for (let number = 0; number < ITEMS; number += 1) {
  slack.post("C1", `Message ${number} about the board`);
  graph.postInChannel("t1", "c1", `<p>Message ${number} about the <b>launch</b></p>`);
  graph.contacts.push({
    ...{ id: `m${number}`, displayName: `Partner ${number}` },
    emailAddresses: [{ address: `partner.${number}@bench.example` }],
  });
}

async function fetched(path: string, next: (page: Record<string, unknown>) => string | undefined) {
  const tokens = standIn.anAccess();
  let link: string | undefined = `${standIn.url}${path}`;
  while (link) {
    const answer = await fetch(link, { headers: { authorization: `Bearer ${tokens}` } });
    link = next((await answer.json()) as Record<string, unknown>);
  }
}

const EVENTS = "/calendar/v3/calendars/primary%40example.com/events?maxResults=250";
const DELTA = `/v1.0/me/calendars/main/calendarView/delta?startDateTime=a&endDateTime=b`;
const HISTORY = "/api/conversations.history?channel=C1&oldest=0";
const CHANNEL = "/v1.0/teams/t1/channels/c1/messages/delta?$expand=replies&$top=50";
const CONTACTS = "/v1.0/me/contacts/delta";
const PEOPLE = "/v1/people/me/connections?pageSize=500";
const RUNS: { provider: Provider; more: DataKind[]; floor: () => Promise<void> }[] = [
  { provider: "google_calendar", more: [], floor: () => fetched(EVENTS, paged(EVENTS)) },
  {
    provider: "outlook_calendar",
    more: [],
    floor: () => fetched(DELTA, linked),
  },
  { provider: "slack", more: [], floor: () => fetched(HISTORY, cursored(HISTORY)) },
  { provider: "teams", more: [], floor: () => fetched(CHANNEL, linked) },
  { provider: "gmail", more: ["contacts"], floor: () => fetched(PEOPLE, paged(PEOPLE)) },
  { provider: "outlook", more: ["contacts"], floor: () => fetched(CONTACTS, linked) },
];

const linked = (page: Record<string, unknown>) => page["@odata.nextLink"] as string | undefined;

function paged(path: string) {
  return ({ nextPageToken }: Record<string, unknown>) =>
    typeof nextPageToken === "string" ? `${standIn.url}${path}&pageToken=${nextPageToken}` : undefined;
}

function cursored(path: string) {
  return (page: Record<string, unknown>) => {
    const { next_cursor } = page.response_metadata as { next_cursor: string };
    return next_cursor ? `${standIn.url}${path}&cursor=${next_cursor}` : undefined;
  };
}

for (const { provider, more, floor } of RUNS) {
  const { oauthUrl } = (await through(integrations.connect, { provider, with: more })) as {
    oauthUrl: string;
  };
  await through(integrations.finish, await standIn.visit(oauthUrl));
  const alone = await timed(floor);
  let maxMemory = 0;
  const watch = setInterval(() => {
    maxMemory = Math.max(maxMemory, process.memoryUsage().rss);
  }, 20);
  const first = await timed(() => untilDone(provider));
  clearInterval(watch);
  const again = await timed(() => untilDone(provider));
  report(`${provider}: first synchronisation of ${ITEMS}`, [first]);
  report("  floor: the same pages fetched alone", [alone]);
  report("  again, nothing new", [again]);
  console.log(
    `  ratio ${(first / alone).toFixed(2)}, ${Math.round((ITEMS / first) * 1000)} items a second, ${Math.round(maxMemory / 1e6)} MB at most (stand-ins included)`,
  );
}

/** The sync continues after the response; its row shows when it is done. */
async function untilDone(provider: Provider): Promise<void> {
  const answer = (await through(integrations.sync, { provider })) as { error?: string };
  if (answer.error) throw new Error(answer.error);
  for (;;) {
    const { items } = (await through(integrations.list, {})) as {
      items: { provider: string; syncState: string }[];
    };
    if (items.find((item) => item.provider === provider)?.syncState !== "running") return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

await standIn.close();
await instance.remove();
