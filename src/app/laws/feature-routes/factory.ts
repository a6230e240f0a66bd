import "../../slices.ts";
import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { calendarAccounts } from "#features/calendar/calendar-accounts.ts";
import { calendars } from "#features/calendar/calendars.ts";
import { syncCalendars } from "#features/calendar/jobs.ts";
import { openCalDav } from "#features/calendar/providers/caldav.ts";
import { newsFeeds } from "#features/daily-ops/news-feeds.ts";
import { cardAccounts } from "#features/integrations/card-accounts.ts";
import { openCardDav } from "#features/integrations/providers/carddav.ts";
import { webhookDeliveries } from "#features/integrations/tables.ts";
import { deliverWebhooks } from "#features/integrations/webhooks/deliver-webhooks.ts";
import { webhooks } from "#features/integrations/webhooks.ts";
import { pushDevices } from "#features/settings/push-devices.ts";
import { AppError } from "#platform/capability/errors.ts";
import { deviceSecret, pushToDevice } from "#platform/notify/push-to-device.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import {
  errorMessageOf,
  type OutboundRoute,
  type OutboundSetup,
  secureOriginOf,
  web,
} from "../outbound-setup/factory.ts";

const signIn = (serverUrl: string) => ({ serverUrl, username: "ada", password: "secret" });

/** Outbound routes to servers that people choose. */
export async function featureRoutes(setup: OutboundSetup): Promise<OutboundRoute[]> {
  const { services, as, invokeForError } = setup;
  const { outbound } = services;
  await as(pushDevices.key);
  return [
    web("a request", (origin) => errorMessageOf(() => requestWeb(outbound, { url: origin }))),
    web("a request by TLS", (_, peer) =>
      errorMessageOf(() => requestWeb(outbound, { url: secureOriginOf(peer) })),
    ),
    web("news feed", (url) => invokeForError(newsFeeds.create, { url })),
    web("calendar feed", async (url) => {
      const made = (await as(calendars.subscribe, { name: "Feed", url })) as { id: string };
      await syncCalendars.run(services, { calendarId: made.id });
      const row = (await as(calendars.get, { id: made.id })) as { lastError: string | null };
      return row.lastError ?? "read";
    }),
    ...davRoutes(setup),
    { ...web("webhook", (url) => deliverOne(setup, url)), oneByOne: true },
    web("push", (url) => pushOne(setup, url)),
  ];
}

const reads = (name: string, read: (url: string) => Promise<unknown>): OutboundRoute => ({
  ...web(name, (url) => errorMessageOf(() => read(url))),
  readsList: true,
});

function davRoutes({ services: { outbound }, invokeForError }: OutboundSetup): OutboundRoute[] {
  return [
    web("CalDAV: connect", (url) =>
      invokeForError(calendarAccounts.connect, { name: "Office", ...signIn(url) }),
    ),
    web("CalDAV: read changes", (url) =>
      errorMessageOf(() => openCalDav(outbound, signIn(url)).changes(`${url}/c/`, null)),
    ),
    reads("CalDAV: read objects", (url) =>
      openCalDav(outbound, signIn(url)).objects(`${url}/c/`, [`${url}/c/1`]),
    ),
    reads("CalDAV: list", (url) => openCalDav(outbound, signIn(url)).etags(`${url}/c/`)),
    web("CalDAV: write", (url) =>
      errorMessageOf(() => openCalDav(outbound, signIn(url)).write(`${url}/c/1`, "BEGIN", null)),
    ),
    web("CalDAV: delete", (url) =>
      errorMessageOf(() => openCalDav(outbound, signIn(url)).remove(`${url}/c/1`, "e")),
    ),
    web("CardDAV: connect", (url) =>
      invokeForError(cardAccounts.connect, { name: "Office", ...signIn(url) }),
    ),
    web("CardDAV: read changes", (url) =>
      errorMessageOf(() => openCardDav(outbound, signIn(url)).changes(`${url}/c/`, null)),
    ),
    web("CardDAV: write", (url) =>
      errorMessageOf(() => openCardDav(outbound, signIn(url)).write(`${url}/c/1`, "BEGIN", null)),
    ),
    web("CardDAV: delete", (url) =>
      errorMessageOf(() => openCardDav(outbound, signIn(url)).remove(`${url}/c/1`, "e")),
    ),
    reads("CardDAV: list", (url) => openCardDav(outbound, signIn(url)).etags(`${url}/c/`)),
    reads("CardDAV: read cards", async (url) => {
      const cards = await openCardDav(outbound, signIn(url)).cards(`${url}/c/`, [`${url}/c/1`]);
      if (cards.some(({ text }) => text === null)) throw new AppError("upstream", "A card is too large");
    }),
  ];
}

async function deliverOne({ services, ada, as }: OutboundSetup, url: string): Promise<string> {
  const { id } = (await as(webhooks.create, {
    name: "Desk",
    url,
    resources: ["tasks"],
  })) as {
    id: string;
  };
  const delivery = {
    userId: ada.userId,
    webhookId: id,
    direction: "out" as const,
    event: "tasks.changed",
  };
  await services.database.transaction(ada.userId, "write", (db) =>
    db.insert(webhookDeliveries).values({ ...delivery, payload: {} }),
  );
  await deliverWebhooks.run(services, {});
  const { items } = (await as(webhooks.deliveries, { id })) as {
    items: { state: string; error: string | null }[];
  };
  await as(webhooks.delete, { id });
  return items[0]?.error ?? String(items[0]?.state);
}

async function pushOne({ services, ada }: OutboundSetup, endpoint: string): Promise<string> {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const device = { id: randomUUID(), userId: ada.userId };
  const auth = services.secrets.seal(deviceSecret(device), randomBytes(16).toString("base64url"));
  const row = {
    ...device,
    endpoint: `${endpoint}/send`,
    p256dh: browser.getPublicKey("base64url"),
    auth,
  };
  const notice = { id: randomUUID(), title: "Vote", message: "Please", href: null, priority: "low" };
  return errorMessageOf(() => pushToDevice(services, row as never, notice as never, true));
}
