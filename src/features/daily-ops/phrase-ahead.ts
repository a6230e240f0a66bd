import type { DailyOpsSettings } from "#features/settings/model.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inside } from "#platform/capability/inside.ts";
import { composeBriefing } from "./make-briefing.ts";
import { AS_IT_IS, asksModel, type Phrasing, phraseBriefing } from "./phrase-briefing.ts";

/** Outside of any transaction, before the briefing is made: what a model, where one is set up, makes of its sentences. */
export async function phraseAhead(
  context: SignedIn,
  settings: DailyOpsSettings,
  date: string,
): Promise<Phrasing> {
  if (!asksModel(context)) return AS_IT_IS;
  const { lines } = await inside(context, "read", (own) => composeBriefing(own, settings, date));
  return (await phraseBriefing(context, lines)) ?? AS_IT_IS;
}
