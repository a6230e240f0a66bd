import { eq, sql } from "drizzle-orm";
import { systemOf } from "./find-system.ts";
import { askWith, type Desk, freshTokens, ofPerson, type StoredIntegration } from "./keep-tokens.ts";
import { ONLY_CHECKED, PROVIDER_WORDS, type Provider } from "./model.ts";
import { type Account, ProviderError } from "./providers/provider.ts";
import { integrationSyncs, integrations } from "./tables.ts";

export type SyncResult = { count: number; message: string } | { error: string };

/**
 * One run of a connected account: its tokens are renewed where they end, and the account is asked for. What it stores
 * is counted; this release stores nothing else, and says so. The run is kept, whatever its end.
 */
export async function syncIntegration(
  desk: Desk,
  provider: Provider,
  { isAutomatic = false } = {},
): Promise<SyncResult> {
  const [row] = await desk.inTransaction("read", (db) =>
    db.select().from(integrations).where(ofPerson(desk.userId, provider)),
  );
  if (!row || row.status === "disconnected")
    return { error: `${PROVIDER_WORDS[provider].name} is not connected` };
  const startedAt = desk.now;
  try {
    const account = await reachAccount(desk, provider);
    await keepRun(desk, row, { startedAt, isAutomatic, account, fault: null });
    return { count: 0, message: ONLY_CHECKED };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await keepRun(desk, row, { startedAt, isAutomatic, account: null, fault: error });
    return { error: error.message };
  }
}

/** An access token may be refused before its time: one refresh and one more try, never a storm (security.md §5). */
async function reachAccount(desk: Desk, provider: Provider): Promise<Account> {
  const system = systemOf(desk.config, provider);
  const tokens = await freshTokens(desk, provider);
  return system.account(askWith(desk), tokens).catch(async (error: unknown) => {
    const mayRefresh = error instanceof ProviderError && error.fault === "refused" && tokens.refreshToken;
    if (!mayRefresh) throw error;
    return system.account(askWith(desk), await freshTokens(desk, provider, tokens.accessToken));
  });
}

type Run = {
  startedAt: Date;
  isAutomatic: boolean;
  account: Account | null;
  fault: ProviderError | null;
};

/** Network trouble leaves the connection as it is; a refusal needs the person. */
async function keepRun(desk: Desk, row: StoredIntegration, run: Run): Promise<void> {
  const { userId, provider } = row;
  const { startedAt, isAutomatic, account, fault } = run;
  await desk.inTransaction("write", async (db) => {
    await db.insert(integrationSyncs).values({
      userId,
      provider,
      startedAt,
      finishedAt: new Date(),
      isSuccessful: fault === null,
      error: fault?.message ?? null,
      isAutomatic,
    });
    await db
      .update(integrations)
      .set({
        ...(account && { status: "connected", accountName: account.name, lastSync: sql`now()` }),
        ...(fault?.fault === "refused" && { status: "error" }),
        lastError: fault?.message ?? null,
        updatedAt: desk.now,
        version: sql`${integrations.version} + 1`,
      })
      .where(eq(integrations.id, row.id));
  });
}
