import { eq } from "drizzle-orm";
import { LANGUAGES, type Language } from "#i18n/languages.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { profiles } from "./tables.ts";

/** The language of a stored profile: what the person chose, else English. */
export const languageOf = ({ language }: { language: string | null }): Language =>
  LANGUAGES.find((each) => each === language) ?? "en";

/** The language of the actor, also where somebody else acts for them, as a visitor of their booking page. */
export async function ownLanguage({ db, actor }: SignedIn): Promise<Language> {
  const [profile] = await db
    .select({ language: profiles.language })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId));
  return languageOf(profile ?? { language: null });
}
