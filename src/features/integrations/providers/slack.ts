import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { WebAnswer } from "#platform/outbound/web-request.ts";
import {
  address,
  bearer,
  codeFlow,
  covers,
  ProviderError,
  type ProviderSystem,
  readAnswer,
} from "../public/provider.ts";

/** https://docs.slack.dev/authentication/installing-with-oauth; scopes of the user, none of a bot. */
const USER_SCOPES =
  "channels:read,groups:read,im:read,mpim:read,channels:history,groups:history,im:history,mpim:history,users:read,chat:write";

/** In the answer to a refresh, the token is at the top level. */
const Refreshed = z.object({
  access_token: z.string().min(1).max(20_000),
  refresh_token: z.string().min(1).max(20_000).optional(),
  expires_in: z.coerce.number().positive().optional(),
  scope: z.string().max(10_000).optional(),
});
const Given = z.object({ authed_user: Refreshed });
const Identity = z.object({
  user_id: z.string().min(1),
  team_id: z.string().min(1),
  user: z.string().max(200),
  team: z.string().max(200),
});

/** Slack refuses with status 200 and `ok: false`. */
const Refusal = z.object({ ok: z.literal(false), error: z.string() });

export function slack(baseUrl: string | undefined): ProviderSystem {
  const name = "Slack";
  const host = baseUrl ?? "https://slack.com";
  return {
    registrar: "slack",
    name,
    registerAt: "https://api.slack.com/apps",
    manifest,
    apiUrl: `${host}/api`,
    tokenUrl: `${host}/api/oauth.v2.access`,
    authorizeUrl: (_provider, authorization) =>
      address(`${host}/oauth/v2/authorize`, { ...codeFlow(authorization), user_scope: USER_SCOPES }),
    allows: (_provider, _kind, scopes) => covers(scopes, USER_SCOPES.split(",")),
    isIssuer: (given) => given === host,
    readTokens: (answer, now) => {
      const given = readSlack(answer, z.union([Given, Refreshed]));
      const { access_token, refresh_token, expires_in, scope } =
        "authed_user" in given ? given.authed_user : given;
      return {
        accessToken: access_token,
        refreshToken: refresh_token ?? null,
        expiresAt: expires_in === undefined ? null : new Date(now.getTime() + expires_in * 1000),
        scopes: scope === undefined ? null : scope.split(",").filter(Boolean),
        mail: null,
        endsAt: null,
      };
    },
    account: async (sendRequest, tokens) => {
      const url = `${host}/api/auth.test`;
      const answer = await sendRequest({ url, method: "POST", headers: bearer(tokens) });
      const { user, team, user_id, team_id } = readSlack(answer, Identity);
      return { id: `${team_id}/${user_id}`, name: `${user} at ${team}` };
    },
    revoke: async (sendRequest, tokens) => {
      readSlack(
        await sendRequest({ url: `${host}/api/auth.revoke`, method: "POST", headers: bearer(tokens) }),
        z.unknown(),
      );
    },
  };

  function readSlack<T>(answer: WebAnswer, schema: z.ZodType<T>): T {
    const given = readAnswer(name, answer, z.unknown());
    if (Refusal.safeParse(given).success)
      throw new ProviderError("refused", t`${name} rejected the sign-in. Please connect again.`);
    return readAnswer(name, answer, schema);
  }
}

/**
 * https://docs.slack.dev/reference/app-manifest: an internal app; Slack's strict limits on history do not apply to it.
 */
function manifest(named: string, redirectUri: string, eventsUrl: string | null): string {
  const events = ["message.channels", "message.groups", "message.im", "message.mpim"];
  return JSON.stringify(
    {
      display_information: { name: named.slice(0, 35) },
      oauth_config: { redirect_urls: [redirectUri], scopes: { user: USER_SCOPES.split(",") } },
      settings: {
        ...(eventsUrl && { event_subscriptions: { request_url: eventsUrl, user_events: events } }),
        org_deploy_enabled: false,
        socket_mode_enabled: false,
        token_rotation_enabled: true,
      },
    },
    null,
    2,
  );
}
