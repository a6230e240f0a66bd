import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { type Importer, RESET_CURSOR, type Run } from "#features/integrations/public/importer.ts";
import { type ProviderApi, providerApi } from "#features/integrations/public/provider-api.ts";
import { providerSystemOf } from "#features/integrations/public/provider-config.ts";
import { remoteCursors } from "#features/integrations/public/tables.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { type CardTexts, cardTexts } from "./card-texts.ts";
import { storeCards } from "./import-vcards.ts";
import type { ImportedCard } from "./read-vcards.ts";

const RESOURCE = "contacts";
const MAX_PAGES = 1000;

type Page = {
  cards: ImportedCard[];
  quarantined: number;
  link: string | null;
  cursor: string | null;
  /** Number of contacts in the whole import, if the provider states it. */
  total: number | null;
};

/** Adds unknown contacts and adds missing values to known ones; never overwrites a value. */
async function importContacts(run: Run): Promise<undefined> {
  const { connectionContext: connection, row, sendRequest, context, counts } = run;
  const { name, apiUrl } = providerSystemOf(connection.config, row.provider);
  const api = providerApi(sendRequest, name, apiUrl);
  const read = row.provider === "gmail" ? googlePage : microsoftPage;
  let cursor = await cursorOf(run);
  if (cursor === RESET_CURSOR) {
    counts.isFull = true;
    cursor = null;
  }
  const before = counts.count;
  const guardPage = api.pageGuard();
  let page = await read(api, cursor, null).catch((error: unknown) => {
    if (!(error instanceof Expired)) throw error;
    counts.isFull = true;
    cursor = null;
    return read(api, null, null);
  });
  for (let count = 0; count < MAX_PAGES; count += 1) {
    counts.quarantined += page.quarantined;
    const { cards, cursor: last } = page;
    const stored = await inOwnTransaction(context, "write", async (own) => {
      const { ids, changed } = await storeCards(own, cards);
      if (last !== null)
        await own.db
          .insert(remoteCursors)
          .values({ userId: row.userId, sourceId: row.id, resource: RESOURCE, cursor: last })
          .onConflictDoUpdate({
            target: [remoteCursors.sourceId, remoteCursors.resource],
            set: { cursor: last, updatedAt: new Date() },
          });
      return ids.length + changed.length;
    });
    const { total } = page;
    await run.progress(stored, total === null ? {} : { total: before + total });
    if (page.link === null) return undefined;
    page = await read(api, cursor, guardPage(page.link));
  }
  throw api.unexpectedResponse();
}

export const contactImporter: Importer = { kind: "contacts", run: importContacts };

class Expired extends Error {}

async function cursorOf({ context, row }: Run): Promise<string | null> {
  const [found] = await inOwnTransaction(context, "read", ({ db }) =>
    db
      .select({ cursor: remoteCursors.cursor })
      .from(remoteCursors)
      .where(
        and(
          eq(remoteCursors.userId, context.actor.userId),
          eq(remoteCursors.sourceId, row.id),
          eq(remoteCursors.resource, RESOURCE),
        ),
      ),
  );
  return found?.cursor ?? null;
}

const value = z.object({ value: z.string().max(500).nullish() });
const GooglePerson = z.object({
  resourceName: z.string().min(1).max(300),
  names: z.array(z.object({ displayName: z.string().nullish() })).nullish(),
  emailAddresses: z.array(value).nullish(),
  phoneNumbers: z.array(value).nullish(),
  organizations: z.array(z.object({ name: z.string().nullish() })).nullish(),
  metadata: z.object({ deleted: z.boolean().nullish() }).nullish(),
});
const GooglePage = z.object({
  connections: z.array(z.unknown()).max(1000).default([]),
  nextPageToken: z.string().max(5000).optional(),
  nextSyncToken: z.string().max(5000).optional(),
  totalItems: z.int().min(0).optional(),
});

/** https://developers.google.com/people/api/rest/v1/people.connections/list; an old token is refused with 400. */
async function googlePage(api: ProviderApi, cursor: string | null, link: string | null): Promise<Page> {
  const query = new URLSearchParams({
    personFields: "names,emailAddresses,phoneNumbers,organizations,metadata",
    pageSize: "500",
    requestSyncToken: "true",
    ...(cursor !== null && { syncToken: cursor }),
    ...(link !== null && { pageToken: link }),
  });
  const base = api.baseUrl.replace("https://www.googleapis.com", "https://people.googleapis.com");
  const answer = await api.get(
    `${base}/v1/people/me/connections?${query}`,
    cursor === null ? [] : [400, 410],
  );
  if (answer === null) throw new Expired();
  const { connections, nextPageToken, nextSyncToken, totalItems } = api.parse(GooglePage, answer);
  // An empty result may omit `connections`, but every page has one of these two tokens.
  if (nextPageToken === undefined && nextSyncToken === undefined) throw api.unexpectedResponse();
  const read = connections.map((given) => GooglePerson.safeParse(given).data);
  return {
    cards: read.flatMap((person) => {
      if (!person || person.metadata?.deleted) return [];
      const { resourceName, names, emailAddresses, phoneNumbers, organizations } = person;
      return cardOf({
        uid: `google:${resourceName}`,
        name: names?.[0]?.displayName,
        emails: (emailAddresses ?? []).map((each) => each.value),
        phones: (phoneNumbers ?? []).map((each) => each.value),
        organization: organizations?.[0]?.name,
      });
    }),
    quarantined: read.filter((person) => person === undefined).length,
    link: nextPageToken ?? null,
    cursor: nextSyncToken ?? null,
    total: cursor === null ? (totalItems ?? null) : null,
  };
}

const MicrosoftPerson = z.object({
  id: z.string().min(1).max(500),
  displayName: z.string().nullish(),
  emailAddresses: z.array(z.object({ address: z.string().max(500).nullish() })).nullish(),
  businessPhones: z.array(z.string().max(200)).nullish(),
  mobilePhone: z.string().max(200).nullish(),
  companyName: z.string().nullish(),
  "@removed": z.unknown().optional(),
});
const MicrosoftPage = z.object({
  value: z.array(z.unknown()).max(1000),
  "@odata.nextLink": z.string().max(20_000).optional(),
  "@odata.deltaLink": z.string().max(20_000).optional(),
});

/** https://learn.microsoft.com/graph/api/contact-delta */
async function microsoftPage(api: ProviderApi, cursor: string | null, link: string | null): Promise<Page> {
  const url = link ?? cursor ?? `${api.baseUrl}/me/contacts/delta`;
  if (URL.parse(url)?.origin !== new URL(api.baseUrl).origin) throw api.unexpectedResponse();
  const answer = await api.get(url, [410], { prefer: 'IdType="ImmutableId", odata.maxpagesize=200' });
  if (answer === null) throw new Expired();
  const {
    value: given,
    "@odata.nextLink": next,
    "@odata.deltaLink": delta,
  } = api.parse(MicrosoftPage, answer);
  if (next === undefined && delta === undefined) throw api.unexpectedResponse();
  const read = given.map((each) => MicrosoftPerson.safeParse(each).data);
  return {
    cards: read.flatMap((person) =>
      !person || person["@removed"] !== undefined
        ? []
        : cardOf({
            uid: `microsoft:${person.id}`,
            name: person.displayName,
            emails: (person.emailAddresses ?? []).map(({ address }) => address),
            phones: [person.mobilePhone, ...(person.businessPhones ?? [])],
            organization: person.companyName,
          }),
    ),
    quarantined: read.filter((person) => person === undefined).length,
    link: next ?? null,
    cursor: delta ?? null,
    total: null,
  };
}

type Given = {
  uid: string;
  name: string | null | undefined;
  emails: readonly (string | null | undefined)[];
  phones: readonly (string | null | undefined)[];
} & { [K in keyof CardTexts]?: string | null | undefined };

/** None if there is neither a name nor an address: such a contact could not be found again. */
function cardOf({ uid, name, emails, phones, ...texts }: Given): ImportedCard[] {
  const addresses = emails
    .flatMap((email) => email?.trim() || [])
    .filter((email) => /^[^\s@<>]+@[^\s@<>]+$/.test(email));
  const called = name?.trim() || addresses[0];
  if (!called) return [];
  return [
    {
      uid: uid.slice(0, 500),
      name: called.slice(0, 200),
      emails: addresses.filter((email) => email.length <= 320).slice(0, 10),
      phones: phones
        .flatMap((phone) => phone?.trim() || [])
        .filter((phone) => phone.length <= 60)
        .slice(0, 10),
      ...cardTexts((name, { max }) => texts[name]?.trim().slice(0, max) || null),
    },
  ];
}
