import { z } from "zod";
import type { Provider } from "../model.ts";
import type { ProviderApi } from "../public/provider-api.ts";

/** A subscription to changes of one calendar or conversation, until it expires. */
export type Channel = { id: string; resource: string; remoteId: string | null };
export type OpenedChannel = { remoteId: string; expiresAt: Date };
export type ChannelRequest = {
  /** Our id of the channel. */
  id: string;
  resource: string;
  /** The URL that receives the changes; the provider must be able to reach it. */
  address: string;
  /** Sent back with every change. */
  token: string;
};

export type PushService = {
  path: string;
  open(listening: ChannelRequest): Promise<OpenedChannel>;
  /** Null if it cannot be extended: a new one replaces it. */
  prolong(channel: Channel): Promise<Date | null>;
  close(channel: Channel): Promise<void>;
};

const DAY = 86_400_000;
/** Graph limits subscriptions to one hour for conversations, and to just under three days for events. */
const CONVERSATION_MS = 55 * 60_000;
const EVENTS_MS = 2 * DAY;
const CHANNEL_MS = 7 * DAY;

export function pushServiceOf(provider: Provider, api: ProviderApi): PushService | null {
  if (provider === "google_calendar") return googlePush(api);
  if (provider === "outlook_calendar")
    return graphPush(api, EVENTS_MS, (calendar) => `/me/calendars/${encodeURIComponent(calendar)}/events`);
  if (provider === "teams") return graphPush(api, CONVERSATION_MS, messagesOf);
  // Slack sends the events of all users to the app; mail uses its own connections (IMAP IDLE).
  return null;
}

const messagesOf = (conversation: string) => {
  const [first = "", channel] = conversation.split("/").map(encodeURIComponent);
  return channel === undefined ? `/chats/${first}/messages` : `/teams/${first}/channels/${channel}/messages`;
};

/** https://developers.google.com/workspace/calendar/api/guides/push: a channel expires and is replaced by a new one. */
function googlePush(api: ProviderApi): PushService {
  const Watched = z.object({
    resourceId: z.string().min(1).max(500),
    expiration: z.coerce.number().positive(),
  });
  return {
    path: "/webhooks/google-calendar",
    open: async ({ id, resource, address, token }) => {
      const url = `${api.baseUrl}/calendar/v3/calendars/${encodeURIComponent(resource)}/events/watch`;
      const params = { ttl: String(CHANNEL_MS / 1000) };
      const answer = await api.send("POST", url, { id, type: "web_hook", address, token, params });
      const { resourceId, expiration } = api.read(Watched, answer);
      return { remoteId: resourceId, expiresAt: new Date(expiration) };
    },
    prolong: async () => null,
    close: async ({ id, remoteId }) => {
      const answer = await api.send("POST", `${api.baseUrl}/calendar/v3/channels/stop`, {
        id,
        resourceId: remoteId,
      });
      if (answer.status !== 404) api.requireDone(answer);
    },
  };
}

/** https://learn.microsoft.com/graph/api/resources/subscription */
function graphPush(api: ProviderApi, lifeMs: number, resourceOf: (resource: string) => string): PushService {
  const Subscribed = z.object({
    id: z.string().min(1).max(500),
    expirationDateTime: z.iso.datetime({ offset: true }),
  });
  const at = (id: string | null) => `${api.baseUrl}/subscriptions/${encodeURIComponent(id ?? "")}`;
  const until = () => new Date(Date.now() + lifeMs).toISOString();
  return {
    path: "/webhooks/microsoft",
    open: async ({ resource, address, token }) => {
      const answer = await api.send("POST", `${api.baseUrl}/subscriptions`, {
        changeType: "created,updated,deleted",
        notificationUrl: address,
        resource: resourceOf(resource),
        expirationDateTime: until(),
        clientState: token,
      });
      const { id, expirationDateTime } = api.read(Subscribed, answer);
      return { remoteId: id, expiresAt: new Date(expirationDateTime) };
    },
    prolong: async ({ remoteId }) => {
      const answer = await api.send("PATCH", at(remoteId), { expirationDateTime: until() });
      if (answer.status === 404) return null;
      return new Date(api.read(Subscribed, answer).expirationDateTime);
    },
    close: async ({ remoteId }) => {
      const answer = await api.send("DELETE", at(remoteId));
      if (answer.status !== 404) api.requireDone(answer);
    },
  };
}
