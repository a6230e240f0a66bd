import type { Services } from "#platform/capability/services.ts";
import { isLoopbackOnly } from "#platform/system-settings/loopback-only.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";

type Parts = Pick<Services, "auth" | "config" | "systemSettings" | "log">;

/**
 * Addresses of accounts that were made on the machine itself count as long as nobody else reaches it and no mail server could
 * prove them. The database is told at the start and whenever the settings change.
 */
export async function trackLoopbackMode({ auth, config, systemSettings, log }: Parts): Promise<void> {
  const remember = () =>
    auth.rememberLoopback(isLoopbackOnly(config, systemSettings) && systemTransport(systemSettings) === null);
  systemSettings.onChange(() => {
    remember().catch((error: unknown) =>
      log.error("The loopback mode could not be saved to the database", { error }),
    );
  });
  await remember();
}
