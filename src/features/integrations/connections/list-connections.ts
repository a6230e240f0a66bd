import { and, eq, getTableColumns, gt, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { registrationAt } from "#platform/system-settings/registration.ts";
import {
  DATA_KINDS_OF,
  type DataKind,
  type Integration,
  isKindEnabled,
  knownStatus,
  PROVIDER_TEXTS,
  PROVIDERS,
  Provider,
} from "../model.ts";
import { providerSystemOf, registrarOf } from "../public/provider-config.ts";
import { publicOrigin } from "../push/public-origin.ts";
import { integrationSyncs, integrations, pushChannels } from "../tables.ts";
import { type StoredIntegration, signInEndsAt } from "./token-store.ts";

/** All six providers, whether there is a row or not (MINT-12). */
export async function listIntegrations(
  context: SignedIn,
  { order }: { order: "provider" | "newest" },
): Promise<{ items: Integration[] }> {
  const rows = await context.db
    .select()
    .from(integrations)
    .where(eq(integrations.userId, context.actor.userId));
  const pushProviders = await providersWithPush(context);
  const byProvider = new Map(rows.map((row) => [row.provider, row]));
  const items = PROVIDERS.map((provider) =>
    toIntegration(context, provider, byProvider.get(provider), pushProviders),
  );
  return { items: order === "provider" ? items.toSorted(byName) : items.toSorted(byAge) };
}

const byName = (a: Integration, b: Integration) => (a.provider < b.provider ? -1 : 1);
const byAge = (a: Integration, b: Integration) =>
  Number(b.createdAt ?? 0) - Number(a.createdAt ?? 0) || byName(a, b);

/** Providers that push to this user: by open channels, mail by IMAP IDLE, Slack if its app knows this instance. */
export async function providersWithPush(context: SignedIn): Promise<ReadonlySet<Provider>> {
  const { db, actor, systemSettings } = context;
  const rows = await db
    .selectDistinct({ provider: pushChannels.provider })
    .from(pushChannels)
    .where(and(eq(pushChannels.userId, actor.userId), gt(pushChannels.expiresAt, sql`now()`)));
  const hasSlack = systemSettings.secret("slackSigningSecret") !== null && publicOrigin(context) !== null;
  return new Set([
    ...rows.map(({ provider }) => provider),
    ...(["gmail", "outlook"] as const),
    ...(hasSlack ? (["slack"] as const) : []),
  ]);
}

export function toIntegration(
  { systemSettings, config, secrets }: Pick<SignedIn, "systemSettings" | "config" | "secrets">,
  provider: Provider,
  row: StoredIntegration | undefined,
  pushProviders: ReadonlySet<Provider>,
): Integration {
  return {
    id: row?.id ?? null,
    provider,
    type: PROVIDER_TEXTS[provider].type,
    status: knownStatus(row?.status ?? null),
    accountName: row?.accountName ?? null,
    autoSync: row?.autoSync ?? true,
    lastSync: row?.lastSync ?? null,
    lastError: row?.lastError ?? null,
    dataKinds: DATA_KINDS_OF[provider].map((kind) => ({
      kind,
      isOn: isKindEnabled({ importOptions: row?.importOptions ?? {} }, kind),
      isAllowed: row ? isAllowed(config, row, kind) : true,
    })),
    scopes: row?.scopes ?? [],
    connectedAt: row?.connectedAt ?? null,
    endsAt: row ? signInEndsAt({ secrets }, row) : null,
    syncState: row?.syncState ?? "idle",
    syncDone: row?.syncDone ?? 0,
    syncTotal: row?.syncTotal ?? null,
    syncStep: row?.syncStep ?? null,
    syncSteps: row?.syncSteps ?? null,
    hasPush: pushProviders.has(provider),
    waitUntil: row?.waitUntil ?? row?.retryAt ?? null,
    createdAt: row?.createdAt ?? null,
    version: row?.version ?? 0,
    isConfigured: registrationAt(systemSettings, registrarOf(provider)) !== null,
  };
}

/** Connections without stored scopes count as allowed, except for contacts. */
const isAllowed = (config: SignedIn["config"], { provider, scopes }: StoredIntegration, kind: DataKind) =>
  scopes.length === 0
    ? kind !== "contacts"
    : providerSystemOf(config, provider).allows(provider, kind, scopes);

type StatsRow = {
  provider: string;
  last_sync: string | null;
  total_syncs: number;
  successful_syncs: number;
};

/** Calls the function of the specification (MINT-16). */
export async function readStats({ db, actor }: SignedIn) {
  const { rows } = await db.execute<StatsRow>(sql`select * from get_integration_stats(${actor.userId})`);
  return {
    items: rows.map(({ provider, last_sync, total_syncs, successful_syncs }) => ({
      provider: Provider.parse(provider),
      lastSync: last_sync === null ? null : new Date(last_sync),
      totalSyncs: total_syncs,
      successfulSyncs: successful_syncs,
    })),
  };
}

export async function listRuns(
  { db, actor }: SignedIn,
  input: { provider: Provider; cursor?: string | undefined; limit: number },
) {
  const page = keyset([newest(integrationSyncs.startedAt), newest(integrationSyncs.id)], input);
  const rows = await db
    .select({ ...getTableColumns(integrationSyncs), ...page.columns })
    .from(integrationSyncs)
    .where(
      and(
        eq(integrationSyncs.userId, actor.userId),
        eq(integrationSyncs.provider, input.provider),
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  return page.of(rows);
}
