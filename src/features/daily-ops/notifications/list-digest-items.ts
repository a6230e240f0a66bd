import { attention } from "#features/attention/attention.ts";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import type { ListDigestItems } from "#platform/notify/deliver-notices.ts";

const LISTED = 10;

/** What needs the person, the most important first, in their language. */
export const listDigestItems: ListDigestItems = async (worker, person) => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<ListDigestItems>>>();
  await runAsUser(worker, person, async (context) => {
    const { timezone: timeZone } = await dailyOpsSettings.get(context, {});
    const { items } = await attention.list(context, { timeZone, limit: LISTED });
    resolve(
      items.map(({ title, person: who, reason, href }) => ({
        title,
        text: who ? `${who}: ${reason}` : reason,
        href,
      })),
    );
  });
  resolve([]);
  return promise;
};
