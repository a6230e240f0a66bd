import { AppError } from "#platform/capability/errors.ts";
import { getAccessToken } from "../connections/refresh-access-token.ts";
import type { ConnectionContext } from "../connections/token-store.ts";
import type { Provider } from "../model.ts";
import { ProviderError } from "./provider.ts";

/**
 * The access token for a provider's mail servers; null if the user has to connect again. Throws `upstream` if the
 * provider fails. May wait for the network: never call it inside a transaction.
 */
export async function mailTokenOf(
  connection: ConnectionContext,
  provider: Provider,
  stale?: string,
): Promise<string | null> {
  try {
    const { accessToken } = await getAccessToken(connection, provider, { audience: "mail", stale });
    return accessToken;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.fault === "refused") return null;
    throw new AppError("upstream", error.message);
  }
}
