import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { streamWeb } from "#platform/outbound/stream-web.ts";
import type { Model } from "./choose-model.ts";
import { oneLine } from "./protocol.ts";

/** Milliseconds that a check takes at most, and that its result counts. */
const TIMEOUT_MS = 5_000;
const COUNTS_FOR_MS = 30_000;

const checks = new Map<string, { at: number; failure: Promise<string | null> }>();

/**
 * Why the model cannot answer now; null if its server answers and accepts the key. Lists the models, which costs nothing;
 * all pages share one check for half a minute.
 */
export function modelFailure({ outbound }: { outbound: Outbound }, model: Model): Promise<string | null> {
  const which = `${model.url} ${model.key}`;
  const now = performance.now();
  const known = checks.get(which);
  if (known && now - known.at < COUNTS_FOR_MS) return known.failure;
  checks.clear();
  const failure = check(outbound, model);
  checks.set(which, { at: now, failure });
  return failure;
}

async function check(outbound: Outbound, { url, key, protocol }: Model): Promise<string | null> {
  const given = key === null ? null : oneLine(key);
  const headers: Record<string, string> =
    protocol === "anthropic"
      ? { "anthropic-version": "2023-06-01", ...(given && { "x-api-key": given }) }
      : { ...(given && { authorization: `Bearer ${given}` }) };
  const address = protocol === "anthropic" ? `${url}/v1/models` : `${url}/models`;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS * outbound.timeoutFactor);
    const { status, close } = await streamWeb(outbound, { url: address, method: "GET", headers }, signal);
    close();
    if (status === 401 || status === 403) return t`it refused its key`;
    // A server without a list of models answers 404, and answers questions nevertheless.
    return status >= 500 ? t`it answered with an error (${status})` : null;
  } catch (error) {
    if (error instanceof AppError) return t`not reachable`;
    throw error;
  }
}
