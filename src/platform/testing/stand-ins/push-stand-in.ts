import { randomUUID } from "node:crypto";
import type { StandInApi } from "./oauth-stand-in.ts";

/** How a stand-in sends to the instance at its public address; returns the response. */
export type Deliver = (
  address: string,
  given: { headers?: Record<string, string>; body?: string },
) => Promise<{ status: number; type: string; body: string }>;

type Subscription = {
  id: string;
  resource: string;
  clientState: string;
  notificationUrl: string;
  expirationDateTime: string;
};

const refused = (status: number) => ({ status, body: { error: { code: "InvalidRequest" } } });
const HOUR = 3_600_000;

const isTooLong = (resource: string, until: string) =>
  Date.parse(until) - Date.now() > (resource.endsWith("/messages") ? HOUR : 4230 * 60_000);

/** Subscriptions of Microsoft Graph: the URL is validated first, lifetimes are short, and there is one per resource. */
export function subscriptionsStandIn() {
  const open = new Map<string, Subscription>();
  const state: { deliver: Deliver | null } = { deliver: null };

  const subscribe = async (body: string) => {
    const given = JSON.parse(body) as Omit<Subscription, "id"> & { changeType: string };
    const { notificationUrl, resource, expirationDateTime } = given;
    if (
      !notificationUrl.startsWith("https://") ||
      !given.changeType ||
      isTooLong(resource, expirationDateTime)
    )
      return refused(400);
    if ([...open.values()].some((each) => each.resource === resource)) return refused(409);
    const word = `Validation: ${randomUUID()} & <b>`;
    const answer = await state.deliver?.(
      `${notificationUrl}?validationToken=${encodeURIComponent(word)}`,
      {},
    );
    const isValidated =
      answer?.status === 200 && answer.body === word && answer.type.startsWith("text/plain");
    if (!isValidated) return refused(400);
    const subscription = { ...given, id: randomUUID() };
    open.set(subscription.id, subscription);
    return { status: 201, body: { ...subscription, clientState: null } };
  };

  const api: StandInApi = ({ path, method, body }) => {
    if (path === "/v1.0/subscriptions" && method === "POST") return subscribe(body);
    const [, id = ""] = /^\/v1\.0\/subscriptions\/([^/]+)$/.exec(path) ?? [];
    if (id === "") return null;
    const known = open.get(id);
    if (!known) return refused(404);
    if (method === "DELETE") {
      open.delete(id);
      return { status: 204 };
    }
    const { expirationDateTime } = JSON.parse(body) as Subscription;
    if (isTooLong(known.resource, expirationDateTime)) return refused(400);
    known.expirationDateTime = expirationDateTime;
    return { status: 200, body: known };
  };

  return {
    ...{ api, open, state },
    /** Notifies as Graph does when something in a resource changed; returns the statuses. */
    notify: (resource: string, changed: Partial<Subscription> = {}) =>
      Promise.all(
        [...open.values()]
          .filter((each) => each.resource === resource)
          .map(async ({ id, clientState, notificationUrl }) => {
            const notice = { subscriptionId: id, clientState, changeType: "updated", resource, ...changed };
            const body = JSON.stringify({ value: [notice, notice] });
            return (await state.deliver?.(notificationUrl, { body }))?.status;
          }),
      ),
    clear: () => open.clear(),
  };
}

type Watch = { id: string; token: string; address: string; resourceId: string; calendar: string };

/** Channels of Google Calendar: each has an id chosen by the client, begins with a sync message, and expires. */
export function watchesStandIn() {
  const open = new Map<string, Watch>();
  const state: { deliver: Deliver | null } = { deliver: null };

  const notice = (
    { id, token, address, resourceId }: Watch,
    resourceState: "sync" | "exists",
    changed = {},
  ) =>
    state.deliver?.(address, {
      headers: {
        ...{ "x-goog-channel-id": id, "x-goog-channel-token": token, "x-goog-resource-id": resourceId },
        ...{ "x-goog-resource-state": resourceState, "x-goog-message-number": "1" },
        ...changed,
      },
    });

  const watch = async (calendar: string, body: string) => {
    const given = JSON.parse(body) as Watch & { type: string; params?: { ttl?: string } };
    if (given.type !== "web_hook" || !given.address.startsWith("https://") || open.has(given.id))
      return { status: 400, body: { error: { code: 400 } } };
    const channel = { ...given, calendar, resourceId: randomUUID() };
    open.set(given.id, channel);
    await notice(channel, "sync");
    const expiration = String(Date.now() + Number(given.params?.ttl ?? 604_800) * 1000);
    return {
      status: 200,
      body: { kind: "api#channel", id: given.id, resourceId: channel.resourceId, expiration },
    };
  };

  const api: StandInApi = ({ path, body }) => {
    const [, calendar] = /^\/calendar\/v3\/calendars\/([^/]+)\/events\/watch$/.exec(path) ?? [];
    if (calendar) return watch(decodeURIComponent(calendar), body);
    if (path !== "/calendar/v3/channels/stop") return null;
    const { id, resourceId } = JSON.parse(body) as Watch;
    if (open.get(id)?.resourceId !== resourceId) return { status: 404, body: {} };
    open.delete(id);
    return { status: 204 };
  };

  return {
    ...{ api, open, state },
    notify: (calendar: string, changed: Record<string, string> = {}) =>
      Promise.all(
        [...open.values()]
          .filter((each) => each.calendar === calendar)
          .map(async (channel) => (await notice(channel, "exists", changed))?.status),
      ),
    clear: () => open.clear(),
  };
}
