import type { Services } from "#platform/capability/services.ts";
import type { Config } from "#platform/config/config.ts";
import { isLoopbackOnly } from "#platform/system-settings/loopback-only.ts";

type Parts = Pick<Services, "auth" | "systemSettings" | "log">;

/**
 * On an instance that others can reach, the first visitor must not become its administrator: the console prints a link
 * that creates that account. With ADMIN_EMAIL the link is required on a loopback-only instance too (decision 0052).
 */
export async function printSetUpLink({ auth, systemSettings, log }: Parts, config: Config): Promise<void> {
  if (await auth.hasAccounts()) return;
  if (isLoopbackOnly(config, systemSettings) && !config.adminEmail) return;
  const link = await auth.issueSetUpLink();
  const message = `No account exists yet. This link makes the administrator's account, once, within 24 hours:\n${link}`;
  process.stdout.write(`${message}\n`);
  // rule: log-messages - whoever reads only the log needs the link itself
  log.warn(message);
}
