import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { OutboundError } from "#platform/outbound/outbound.ts";
import { registrationAt } from "#platform/system-settings/registration.ts";
import { DATA_KIND_LABELS, DATA_KINDS_OF, isKindEnabled, type Provider } from "../model.ts";
import { ProviderError } from "../public/provider.ts";
import { providerSystemOf } from "../public/provider-config.ts";
import { integrations } from "../tables.ts";
import { authorizedRequest } from "./authorized-request.ts";
import { getAccessToken } from "./refresh-access-token.ts";
import { connectionContextOf, ownConnection } from "./token-store.ts";

export const CheckStep = z.object({
  name: z.string(),
  isOk: z.boolean(),
  /** What was found, or what mends it. */
  message: z.string().nullable(),
});
export type CheckStep = z.output<typeof CheckStep>;

/** Checks in the order of a diagnosis: registration, reachability, sign-in, account, permissions. */
export async function checkConnection(context: SignedIn, provider: Provider): Promise<CheckStep[]> {
  const connection = connectionContextOf(context);
  const system = providerSystemOf(connection.config, provider);
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
    if (!registrationAt(connection.systemSettings, system.registrar))
      throw new ProviderError(
        "refused",
        t`Not configured by the administrator. Set it up in System Settings.`,
      );
    return null;
  });
  await step(`${system.name} can be reached`, async () => {
    await connection.outbound.resolve(new URL(system.tokenUrl).hostname);
    return null;
  });
  await step("Sign-in is valid", async () => {
    const { expiresAt } = await getAccessToken(connection, provider);
    return expiresAt ? `for ${timeUntil(expiresAt)}, then it is renewed automatically` : null;
  });
  await step("Account answers", async () => {
    const account = await system.account(
      authorizedRequest(connection, provider),
      await getAccessToken(connection, provider),
    );
    return account.name;
  });
  await step("Permissions", async () => {
    const [row] = await inOwnTransaction(context, "read", ({ db }) =>
      db.select().from(integrations).where(ownConnection(connection.userId, provider)),
    );
    const missing = DATA_KINDS_OF[provider].filter(
      (kind) =>
        row &&
        row.scopes.length > 0 &&
        isKindEnabled(row, kind) &&
        !system.allows(provider, kind, row.scopes),
    );
    if (missing.length === 0) return null;
    const names = missing.map((kind) => DATA_KIND_LABELS[kind].within).join(", ");
    throw new ProviderError("refused", t`You did not grant access to: ${names}. Connect again and allow it.`);
  });
  return steps;
}

function timeUntil(at: Date): string {
  const minutes = Math.max(1, Math.round((at.getTime() - Date.now()) / 60_000));
  if (minutes === 1) return "a minute";
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
