import type { DailyOpsSettings } from "#features/settings/model.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { composeBriefing } from "./generate-briefing.ts";
import { NO_PHRASING, type Phrasing, phraseBriefing, usesModel } from "./phrase-briefing.ts";

/** Outside of any transaction, before the briefing is made: what a model, where one is set up, makes of its sentences. */
export async function prefetchPhrasing(
  context: SignedIn,
  settings: DailyOpsSettings,
  date: string,
): Promise<Phrasing> {
  if (!usesModel(context)) return NO_PHRASING;
  const { lines } = await inOwnTransaction(context, "read", (own) => composeBriefing(own, settings, date));
  return (await phraseBriefing(context, lines)) ?? NO_PHRASING;
}
