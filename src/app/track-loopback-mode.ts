import type { Services } from "#platform/capability/services.ts";
import { isLoopbackOnly } from "#platform/system-settings/loopback-only.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";

type Parts = Pick<Services, "auth" | "config" | "systemSettings" | "log">;

/**
 * Addresses of accounts made on the machine itself count as long as nobody else can reach it and no mail server is
 * configured to prove them. The database is updated at the start and whenever the settings change.
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
