import type { Context } from "hono";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Edge } from "./edge.ts";

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

type Of<T> = (context: Context<Edge>, capability: AnyCapability, input: unknown) => Promise<T>;
export type Run = Of<Response>;
/** Runs a capability for an HTTP request, and returns its output as JSON. */
export type RunToText = Of<string>;

export function runToTextOverHttp(services: Services): RunToText {
  return async (context, capability, input) => {
    const idempotencyKey = context.req.header("idempotency-key");
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
      throw new AppError("invalid", "Idempotency-Key must be 1 to 200 printable characters");
    const { actor, requestId, address, isLocal } = context.var;
    const cookies: string[] = [];
    const output = await invoke(services, capability, input, {
      actor,
      requestId,
      address,
      isLocal,
      idempotencyKey,
      credentials: {
        cookie: context.req.header("cookie") ?? null,
        userAgent: context.req.header("user-agent") ?? null,
      },
      setCookie: (header) => cookies.push(header),
    });
    for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
    return JSON.stringify(output ?? null);
  };
}

/** The same, as the answer. */
export function runOverHttp(services: Services): Run {
  const run = runToTextOverHttp(services);
  return async (context, capability, input) => json(context, await run(context, capability, input));
}

/**
 * Sets Content-Length, which lets the compression skip short bodies: compressing those takes longer than sending them.
 */
export function json(context: Context<Edge>, text: string): Response {
  context.header("content-length", String(Buffer.byteLength(text)));
  return context.body(text, 200, { "content-type": "application/json" });
}
