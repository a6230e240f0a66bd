import { z } from "zod";
import type { Context } from "#platform/capability/context.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import type { SystemSettings } from "#platform/system-settings/system-settings.ts";

const Channel = z.enum(["slackWebhook", "discordWebhook"]);
type Channel = z.infer<typeof Channel>;

const Notice = z.object({ channel: Channel, text: z.string() });

/** Also during maintenance, for its beginning is such a notice. A channel that is gone or refuses is left alone. */
export const tellChannel: JobDefinition<typeof Notice> = {
  name: "admin.tell-channel",
  payload: Notice,
  duringMaintenance: true,
  run: async ({ systemSettings, outbound }, { channel, text }) => {
    const url = systemSettings.secret(channel);
    if (url === null) return;
    const { status } = await requestWeb(outbound, { url, ...post(BODIES[channel](text)) });
    if (status >= 500) throw new Error(`The ${channel} answered ${status}`);
  },
};

/** Tells the administrators' channels, those that are set. */
export async function tellChannels(
  { systemSettings, enqueue }: Pick<Context, "systemSettings" | "enqueue">,
  text: (settings: SystemSettings["current"]) => string,
): Promise<void> {
  for (const channel of Channel.options)
    if (systemSettings.secret(channel) !== null)
      await enqueue(tellChannel, { channel, text: text(systemSettings.current) });
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
