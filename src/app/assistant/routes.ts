import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { authorize } from "#platform/capability/access.ts";
import { AppError } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import type { Edge } from "#platform/http/edge.ts";
import { jsonBody } from "#platform/http/json-body.ts";
import type { RouteParts, SliceRoutes } from "#platform/http/slice-routes.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { answerQuestion } from "./agent/answer-with-model.ts";
import type { Progress } from "./agent/run-state.ts";
import { MAX_ATTACHMENTS, MAX_SENTENCE } from "./model.ts";

export const assistantRoutes: SliceRoutes = (app, parts) => {
  app.post("/files/assistant/ask", (context) => streamAnswer(context, parts));
};

const QuestionInput = z.strictObject({
  text: z.string().trim().min(1, t`Say something`).max(MAX_SENTENCE),
  chatId: Id.optional(),
  timeZone: TimeZone.default("UTC"),
  page: z
    .enum(["calendar", "communication", "daily-ops", "documents", "email", "settings", "tasks", "team"])
    .nullable()
    .default(null),
  documentIds: z.array(Id).max(MAX_ATTACHMENTS).default([]),
});

/**
 * `assistant.ask` as server-sent events: `step` names the tool being called, `text` is the answer so far and its marks, `end` the
 * whole exchange, `error` the reason for a failure. For people and their keys; an agent has a model of its own.
 */
async function streamAnswer(context: Context<Edge>, { services, log }: RouteParts): Promise<Response> {
  const { actor, requestId, address } = context.var;
  authorize(actor, { access: "user", effect: "write" });
  if (!actor) throw new AppError("unauthenticated", t`Please sign in`);
  if (actor.isAgent) throw new AppError("forbidden", t`An agent cannot ask the assistant`);
  const asked = QuestionInput.safeParse(await jsonBody(context.req.raw));
  if (!asked.success) throw new AppError("invalid", asked.error.issues[0]?.message ?? t`Say something`);
  const abortController = new AbortController();
  return streamSSE(context, async (stream) => {
    stream.onAbort(() => abortController.abort());
    const sendEvent = (event: string, data: unknown) =>
      stream.writeSSE({ event, data: JSON.stringify(data) });
    const onProgress = (progress: Progress) => sendEvent("step" in progress ? "step" : "text", progress);
    try {
      const request = { services, actor, requestId, address, signal: abortController.signal, onProgress };
      await sendEvent("end", await answerQuestion(request, asked.data));
    } catch (error) {
      if (!(error instanceof AppError)) log.error("The assistant failed", { error, requestId });
      if (abortController.signal.aborted) return;
      await sendEvent("error", {
        message: error instanceof AppError ? error.message : "Something went wrong",
      });
    }
  });
}
