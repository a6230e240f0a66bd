import { t } from "#i18n/message.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import { acceptsBody } from "#platform/http/bound-bodies.ts";
import { readBody } from "#platform/http/json-body.ts";
import type { SliceRoutes } from "#platform/http/slice-routes.ts";
import { currentLanguage } from "#platform/language/in-language.ts";
import { integrations } from "./integrations.ts";
import { CONNECTION_CHANNEL, ConnectionResult, PROVIDER_TEXTS, type Provider } from "./model.ts";
import { mountPushRoutes } from "./push/push-routes.ts";
import { receiveWebhook } from "./webhooks/receive-webhook.ts";

const MAX_HOOK = 64_000;
const FIELDS = ["state", "code", "error", "iss"] as const;

/** The redirect URI of every provider; the capability does the work, in the session of the cookie. */
export const callbackRoute: SliceRoutes = (app, { services, log }) => {
  mountPushRoutes(app, { services, log });
  app.post("/shared/hooks/:token", acceptsBody(MAX_HOOK), async ({ req, json }) => {
    const body = Buffer.from(await readBody(req.raw)).toString("utf8");
    await receiveWebhook(
      { ...services, log },
      {
        ...{ token: req.param("token"), body, id: req.header("webhook-id")?.slice(0, 200) },
        ...{ timestamp: req.header("webhook-timestamp"), signature: req.header("webhook-signature") },
      },
    );
    return json({ ok: true }, 202);
  });
  app.get("/oauth/callback", async (context) => {
    const given = FIELDS.map((name) => [name, context.req.query(name)] as const);
    const input = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    const { actor, requestId, address } = context.var;
    try {
      const finished = ConnectionResult.parse(
        await invoke(services, integrations.finish as AnyCapability, input, { actor, requestId, address }),
      );
      if (finished.flow === "page") return context.redirect(backToMail(finished), 303);
      return context.html(resultPage(finished), finished.error ? 400 : 200);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.info("Provider authorization failed", { requestId });
      return context.html(resultPage({ provider: null, error: error.message }), 400);
    }
  });
};

const backToMail = ({ provider, error }: ConnectionResult) =>
  `/email?${new URLSearchParams({ tab: "integrations", [error ? "refused" : "connected"]: provider })}`;

type Result = { provider: Provider | null; error: string | null };

/** Contains only our own text. The script notifies the opening page and closes the window (security.md D37). */
function resultPage({ provider, error }: Result): string {
  const name = provider ? PROVIDER_TEXTS[provider].name : "";
  const words = error ?? t`${name} is connected. You can close this window.`;
  return `<!doctype html>
<html lang="${currentLanguage()}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${error ? t`Not connected` : t`Connected`}</title>
<body data-channel="${CONNECTION_CHANNEL}" data-provider="${provider ?? ""}" data-result="${error ? "failed" : "connected"}">
<p>${escaped(words)}</p>
<script src="/connection-result.js"></script>
`;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
