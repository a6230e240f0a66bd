import { sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { Context } from "#platform/capability/context.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { notifyFromJob } from "#platform/notify/notify.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import type { SystemSettings } from "#platform/system-settings/system-settings.ts";

const Channel = z.enum(["slackWebhook", "discordWebhook"]);
type Channel = z.infer<typeof Channel>;

const Notice = z.object({ channel: Channel, text: z.string() });

/**
 * Runs during maintenance too, because its start is announced. A 5xx answer or a network error is retried; a missing
 * channel or a 4xx answer is not.
 */
export const sendToChannel: JobDefinition<typeof Notice> = {
  name: "admin.publish-announcement",
  formerNames: ["admin.tell-channel"],
  payload: Notice,
  duringMaintenance: true,
  run: async ({ systemSettings, outbound }, { channel, text }) => {
    const url = systemSettings.secret(channel);
    if (url === null) return;
    const { status } = await requestWeb(outbound, { url, ...post(BODIES[channel](text)) });
    if (status >= 500) throw new Error(`The ${channel} answered ${status}`);
  },
};

const Nothing = z.object({});
const LINK_ROWS = 1000;

/** Every minute: seals the new rows of the audit log into the hash chain, 1,000 rows a link. */
export const sealAudit: JobDefinition<typeof Nothing> = {
  name: "admin.seal-audit",
  payload: Nothing,
  cron: "* * * * *",
  duringMaintenance: true,
  run: async ({ database }) => {
    const seal = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ sealed: number }>(sql`select seal_audit_log() as sealed`);
        return rows[0]?.sealed ?? 0;
      });
    while ((await seal()) === LINK_ROWS);
  },
};

const View = z.object({ visitorId: z.uuid(), path: z.string() });

/**
 * Sends one page view by the Measurement Protocol of Google Analytics 4 from the server: no third-party script runs in
 * the page, and neither the person's IP address nor their browser is sent. A failed view is not retried.
 */
export const countView: JobDefinition<typeof View> = {
  name: "admin.count-view",
  payload: View,
  pollingSeconds: 30,
  run: async ({ systemSettings, outbound, config, log }, { visitorId, path }) => {
    const secret = systemSettings.secret("googleAnalyticsSecret");
    const { googleAnalyticsId } = systemSettings.current;
    if (secret === null || googleAnalyticsId === "") return;
    const query = new URLSearchParams({ measurement_id: googleAnalyticsId, api_secret: secret });
    const origin = systemSettings.origin ?? config.publicUrl;
    const event = { name: "page_view", params: { page_location: origin + path, engagement_time_msec: 1 } };
    try {
      await requestWeb(outbound, {
        url: `${config.analyticsUrl}/mp/collect?${query}`,
        ...post({ client_id: visitorId, non_personalized_ads: true, events: [event] }),
      });
    } catch (error) {
      log.warn("A page view was not counted", { error });
    }
  },
};

const Impersonation = z.object({ userId: z.uuid(), by: z.string(), reason: z.string() });

/** Notifies the person that an administrator is viewing as them. */
export const notifyOfImpersonation: JobDefinition<typeof Impersonation> = {
  name: "admin.notify-of-viewing",
  formerNames: ["admin.tell-of-look"],
  payload: Impersonation,
  run: ({ database }, { userId, by, reason }) =>
    database.transaction(null, "write", (db) =>
      notifyFromJob(db, [
        {
          userIds: [userId],
          title: () => t`An administrator viewed your account`,
          message: () =>
            t`${by} saw Adjutant as you see it, for up to an hour, and could change nothing. Reason: ${reason}`,
          type: "account",
        },
      ]),
    ),
};

/** Sends to the administrators' channels that are configured. */
export async function sendToChannels(
  { systemSettings, enqueue }: Pick<Context, "systemSettings" | "enqueue">,
  text: (settings: SystemSettings["current"]) => string,
): Promise<void> {
  for (const channel of Channel.options)
    if (systemSettings.secret(channel) !== null)
      await enqueue(sendToChannel, { channel, text: text(systemSettings.current) });
}

const BODIES: Record<Channel, (text: string) => object> = {
  slackWebhook: (text) => ({ text }),
  discordWebhook: (content) => ({ content, allowed_mentions: { parse: [] } }),
};

const post = (body: object) => ({
  method: "POST" as const,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
