import { inside } from "#platform/capability/inside.ts";
import { freshAccess } from "./fresh-access.ts";
import { keepPushChannels } from "./keep-push-channels.ts";
import { askWith, ofPerson } from "./keep-tokens.ts";
import { CARGO_OF, isWished } from "./model.ts";
import { systemOf } from "./public/find-system.ts";
import type { Run } from "./public/importer.ts";
import { importerOf } from "./public/provide-imports.ts";
import { ProviderError } from "./public/provider.ts";
import { integrations } from "./tables.ts";

/** Everything that the person wants from this connection. */
export async function bringCargo(run: Run): Promise<string | undefined> {
  const { row, only } = run;
  if (!only) await reachAccount(run);
  const said: string[] = [];
  for (const cargo of CARGO_OF[row.provider]) {
    if (!isWished(row, cargo)) continue;
    const more = await importerOf(cargo).run(run);
    if (more) said.push(more);
  }
  if (!only) await keepPushChannels(run);
  return said.length > 0 ? said.join(" ") : undefined;
}

/** Whose account it is, each time: it may have been renamed there. */
async function reachAccount({ desk, row, context }: Run): Promise<void> {
  const system = systemOf(desk.config, row.provider);
  const held = await freshAccess(desk, row.provider);
  const account = await system.account(askWith(desk), held).catch(async (error: unknown) => {
    if (!(error instanceof ProviderError) || error.fault !== "refused") throw error;
    return system.account(askWith(desk), await freshAccess(desk, row.provider, { stale: held.accessToken }));
  });
  if (account.name === row.accountName) return;
  await inside(context, "write", ({ db }) =>
    db.update(integrations).set({ accountName: account.name }).where(ofPerson(row.userId, row.provider)),
  );
}
