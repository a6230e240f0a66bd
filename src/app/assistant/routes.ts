import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { authorize } from "#platform/capability/access.ts";
import { withoutTypes } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import { validateInput } from "#platform/capability/validation/validate-input.ts";
import type { Edge } from "#platform/http/edge.ts";
import { jsonBody } from "#platform/http/json-body.ts";
import type { RouteParts, SliceRoutes } from "#platform/http/slice-routes.ts";
import { assistant } from "./assistant.ts";

export const assistantRoutes: SliceRoutes = (app, parts) => {
  app.post("/files/assistant/ask", (context) => streamAnswer(context, parts));
};

/**
 * `assistant.ask` as server-sent events: `step` names the tool being called, `text` is the answer so far and its marks, `end` the
 * whole exchange, `error` the reason for a failure. Who may call it, what it does
 * and what is recorded is as for any other call of that capability.
 */
async function streamAnswer(context: Context<Edge>, { services, log }: RouteParts): Promise<Response> {
  const { actor, requestId, address } = context.var;
  const capability = withoutTypes(assistant.ask);
  const { definition } = capability;
  // Refused before the stream begins, so that the answer has its status.
  authorize(actor, definition);
  const asked = validateInput(definition.input, await jsonBody(context.req.raw));
  const abortController = new AbortController();
  return streamSSE(context, async (stream) => {
    stream.onAbort(() => abortController.abort());
    const sendEvent = (event: string, data: unknown) =>
      stream.writeSSE({ event, data: JSON.stringify(data) });
    const onProgress = (progress: unknown) => sendEvent(isStep(progress) ? "step" : "text", progress);
    try {
      const request = { actor, requestId, address, signal: abortController.signal, onProgress };
      await sendEvent("end", await invoke(services, capability, asked, request));
    } catch (error) {
      if (!(error instanceof AppError)) log.error("The assistant failed", { error, requestId });
      if (abortController.signal.aborted) return;
      await sendEvent("error", {
        message: error instanceof AppError ? error.message : "Something went wrong",
      });
    }
  });
}

const isStep = (progress: unknown) => typeof progress === "object" && progress !== null && "step" in progress;
