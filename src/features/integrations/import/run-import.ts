import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { getAccessToken } from "../connections/refresh-access-token.ts";
import { ownConnection, requestWith } from "../connections/token-store.ts";
import { DATA_KINDS_OF, isKindEnabled } from "../model.ts";
import type { Run } from "../public/importer.ts";
import { importerOf } from "../public/provide-imports.ts";
import { ProviderError } from "../public/provider.ts";
import { providerSystemOf } from "../public/provider-config.ts";
import { ensurePushChannels } from "../push/push-channels.ts";
import { integrations } from "../tables.ts";

/** Imports every enabled kind of data of the connection. */
export async function runImport(run: Run): Promise<string | undefined> {
  const { row, only } = run;
  if (!only) await refreshAccountName(run);
  const messages: string[] = [];
  for (const kind of DATA_KINDS_OF[row.provider]) {
    if (!isKindEnabled(row, kind)) continue;
    const more = await importerOf(kind).run(run);
    if (more) messages.push(more);
  }
  if (!only) await ensurePushChannels(run);
  return messages.length > 0 ? messages.join(" ") : undefined;
}

/** Reads the account's name at each run: it may have been renamed there. */
async function refreshAccountName({ connectionContext: connection, row, context }: Run): Promise<void> {
  const system = providerSystemOf(connection.config, row.provider);
  const held = await getAccessToken(connection, row.provider);
  const account = await system.account(requestWith(connection), held).catch(async (error: unknown) => {
    if (!(error instanceof ProviderError) || error.fault !== "refused") throw error;
    return system.account(
      requestWith(connection),
      await getAccessToken(connection, row.provider, { stale: held.accessToken }),
    );
  });
  if (account.name === row.accountName) return;
  await inOwnTransaction(context, "write", ({ db }) =>
    db.update(integrations).set({ accountName: account.name }).where(ownConnection(row.userId, row.provider)),
  );
}
