import type { DailyOpsSettings } from "#features/settings/model.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { composeSentences } from "./generate-briefing.ts";
import { NO_PHRASING, type Phrasing, phraseBriefing, usesModel } from "./phrase-briefing.ts";

/** Runs outside any transaction, before the briefing is generated: the phrasing of the model, if one is configured. */
export async function prefetchPhrasing(
  context: SignedIn,
  settings: DailyOpsSettings,
  date: string,
): Promise<Phrasing> {
  if (!usesModel(context)) return NO_PHRASING;
  const lines = await inOwnTransaction(context, "read", (own) => composeSentences(own, settings, date));
  return (await phraseBriefing(context, lines)) ?? NO_PHRASING;
}
