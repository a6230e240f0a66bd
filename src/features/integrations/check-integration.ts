import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { inside } from "#platform/capability/inside.ts";
import { OutboundError } from "#platform/outbound/outbound.ts";
import { registrationAt } from "#platform/system-settings/registration.ts";
import { freshAccess } from "./fresh-access.ts";
import { deskOf, ofPerson } from "./keep-tokens.ts";
import { CARGO_OF, CARGO_WORDS, isWished, NOT_CONFIGURED, type Provider } from "./model.ts";
import { openApi } from "./open-api.ts";
import { systemOf } from "./public/find-system.ts";
import { ProviderError } from "./public/provider.ts";
import { integrations } from "./tables.ts";

export const CheckStep = z.object({
  name: z.string(),
  isOk: z.boolean(),
  /** What was found, or what mends it. */
  message: z.string().nullable(),
});
export type CheckStep = z.output<typeof CheckStep>;

/** As a person would look for the fault: registration, the provider's door, sign-in, account, permissions. */
export async function checkIntegration(context: SignedIn, provider: Provider): Promise<CheckStep[]> {
  const desk = deskOf(context);
  const system = systemOf(desk.config, provider);
  const steps: CheckStep[] = [];
  const step = async (name: string, act: () => Promise<string | null>): Promise<void> => {
    if (steps.some(({ isOk }) => !isOk)) return;
    try {
      steps.push({ name, isOk: true, message: await act() });
    } catch (error) {
      if (!(error instanceof ProviderError || error instanceof OutboundError)) throw error;
      steps.push({ name, isOk: false, message: error.message });
    }
  };
  await step("Registration", async () => {
    if (!registrationAt(desk.systemSettings, system.registrar))
      throw new ProviderError("refused", `${NOT_CONFIGURED}. System Settings has the place for it.`);
    return null;
  });
  await step(`${system.name} can be reached`, async () => {
    await desk.outbound.resolve(new URL(system.tokenUrl).hostname);
    return null;
  });
  await step("Sign-in holds", async () => {
    const { expiresAt } = await freshAccess(desk, provider);
    return expiresAt ? `for ${timeUntil(expiresAt)}, then it is renewed by itself` : null;
  });
  await step("Account answers", async () => {
    const account = await system.account(openApi(desk, provider), await freshAccess(desk, provider));
    return account.name;
  });
  await step("Permissions", async () => {
    const [row] = await inside(context, "read", ({ db }) =>
      db.select().from(integrations).where(ofPerson(desk.userId, provider)),
    );
    const missing = CARGO_OF[provider].filter(
      (cargo) =>
        row && row.scopes.length > 0 && isWished(row, cargo) && !system.allows(provider, cargo, row.scopes),
    );
    if (missing.length === 0) return null;
    const names = missing.map((cargo) => CARGO_WORDS[cargo].name.toLowerCase()).join(", ");
    throw new ProviderError("refused", `You did not allow: ${names}. Connect again and allow it there.`);
  });
  return steps;
}

function timeUntil(at: Date): string {
  const minutes = Math.max(1, Math.round((at.getTime() - Date.now()) / 60_000));
  if (minutes === 1) return "a minute";
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
