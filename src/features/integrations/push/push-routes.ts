import type { Context, Hono } from "hono";
import { t } from "#i18n/message.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { Edge } from "#platform/http/edge.ts";
import { readBody } from "#platform/http/json-body.ts";
import type { RouteParts } from "#platform/http/slice-routes.ts";
import {
  graphChannelTokens,
  isSignedBySlack,
  parseSlackPush,
  receiveChannelPush,
  receiveSlackPush,
} from "./receive-push.ts";

/** Endpoints for the providers' pushes. A push only starts a sync; its content is not used. */
export function mountPushRoutes(app: Hono<Edge>, { services, log }: RouteParts): void {
  const worker = { ...services, log };

  app.post("/webhooks/google-calendar", async ({ req, body }) => {
    const token = req.header("x-goog-channel-token") ?? "";
    // The first push on a channel only confirms it.
    if (req.header("x-goog-resource-state") === "sync") return body(null, 204);
    if (!(await receiveChannelPush(worker, token))) throw notFound(t`Channel`);
    return body(null, 204);
  });

  app.post("/webhooks/microsoft", async (context) => {
    const asked = context.req.query("validationToken");
    // Graph validates an address before using it: its token is returned as plain text, which no browser would execute.
    if (asked !== undefined) return context.text(asked.slice(0, 2000));
    const tokens = graphChannelTokens(await bodyOf(context));
    if (!tokens) throw new AppError("invalid", t`This is not a Microsoft Graph notification`);
    const received = await Promise.all(tokens.map((token) => receiveChannelPush(worker, token)));
    if (!received.some(Boolean)) throw notFound(t`Channel`);
    return context.body(null, 202);
  });

  app.post("/webhooks/slack", async (context) => {
    const secret = services.systemSettings.secret("slackSigningSecret");
    if (secret === null) throw notFound(t`Webhook`);
    const bytes = await readBody(context.req.raw);
    const [timestamp, signature] = ["x-slack-request-timestamp", "x-slack-signature"].map(
      (name) => context.req.header(name) ?? "",
    );
    if (!isSignedBySlack(bytes, timestamp ?? "", signature ?? "", secret))
      throw new AppError("invalid", t`This message is not signed by Slack, or it is too old`);
    const push = parseSlackPush(Buffer.from(bytes).toString("utf8"));
    if (push?.type === "url_verification") return context.json({ challenge: push.challenge });
    if (push) await receiveSlackPush(worker, push);
    // Other Slack events are acknowledged and ignored, so that Slack does not resend them.
    return context.json({ ok: true });
  });
}

const bodyOf = async ({ req }: Context<Edge>) => Buffer.from(await readBody(req.raw)).toString("utf8");
