import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { ServerResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { ProtocolError } from "./protocol-error.ts";

type RequestSchema = z.ZodType<{ method: string }> & {
  readonly shape: { readonly method: z.ZodLiteral<string> };
};

/**
 * Answers one method. Parameters that do not fit its schema are answered with InvalidParams (-32602), as JSON-RPC 2.0 has
 * it; the library alone would report an internal error.
 */
export function handle<S extends RequestSchema>(
  server: Server,
  schema: S,
  answer: (request: z.output<S>) => ServerResult | Promise<ServerResult>,
): void {
  const anyParams = z.looseObject({ method: z.literal(schema.shape.method.value) });
  server.setRequestHandler(anyParams, async (request) => {
    const parsed = schema.safeParse(request);
    if (!parsed.success) throw new ProtocolError(z.prettifyError(parsed.error));
    return answer(parsed.data);
  });
}
