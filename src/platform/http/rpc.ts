import type { Context, Hono } from "hono";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";

import type { Registry } from "#platform/capability/slice.ts";
import type { Log } from "#platform/log/log.ts";
import type { Edge } from "./edge.ts";
import { errorAnswer } from "./error-response.ts";
import { jsonBody } from "./json-body.ts";
import { json, type Run, type RunToText } from "./run.ts";

/** `POST /rpc/tasks.create` with the input as JSON: the API of our own pages. */
export function mountRpc(app: Hono<Edge>, registry: Registry, run: Run): void {
  app.post("/rpc/:name", async (context) => {
    const name = context.req.param("name");
    const capability = registry.get(name);
    if (!capability) throw new AppError("not_found", t`There is no capability named '${name}'`);
    return run(context, capability, await jsonBody(context.req.raw));
  });
}

export const MAX_READS = 20;
/** Of one request at a time, so that it cannot take all connections to the database. */
const MAX_AT_ONCE = 4;

const Reads = z.strictObject({
  reads: z
    .array(z.strictObject({ name: z.string().max(100), input: z.unknown() }))
    .min(1)
    .max(MAX_READS),
});
type Read = z.output<typeof Reads>["reads"][number];

/**
 * `POST /rpc` with `{reads: [{name, input}]}`: what a page reads at the same time, in one request. Answers with a list of
 * `{status, body}` in the same order, each as its own request would get it. Only reads: a write has a key of its own, by
 * which a retry is safe.
 */
export function mountReads(app: Hono<Edge>, registry: Registry, run: RunToText, log: Log): void {
  async function answerTo(context: Context<Edge>, { name, input }: Read): Promise<string> {
    try {
      const capability = registry.get(name);
      if (capability?.definition.effect !== "read")
        throw new AppError("not_found", t`There is no read named '${name}'`);
      return `{"status":200,"body":${await run(context, capability, input)}}`;
    } catch (error) {
      return JSON.stringify(errorAnswer(error, context.var.requestId, log));
    }
  }

  app.post("/rpc", async (context) => {
    const parsed = Reads.safeParse(await jsonBody(context.req.raw));
    if (!parsed.success)
      throw new AppError("invalid", t`Send 1 to ${MAX_READS} reads, each with name and input`);
    const { reads } = parsed.data;
    context.var.countRequests(reads.length - 1);
    const answers: string[] = [];
    const waiting = reads.entries();
    const answerNext = async () => {
      for (const [place, read] of waiting) answers[place] = await answerTo(context, read);
    };
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, answerNext));
    return json(context, `[${answers.join(",")}]`);
  });
}
