import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AwsV4Signer } from "aws4fetch";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { type OpenedWeb, openWeb } from "#platform/outbound/open-web.ts";
import { type Outbound, operatorOutbound } from "#platform/outbound/outbound.ts";
import type { Bucket } from "./bucket.ts";
import { FILE_KEY, PLACE_MARK } from "./stored-files.ts";

type BucketRequest = {
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** Opened again for every try. */
  body?(): Promise<Readable>;
};

export type BucketAnswer = {
  status: number;
  ok: boolean;
  /** The body as it arrives; throws if the service is silent too long, breaks off or sends more than `maxBytes` bytes. */
  chunks(maxBytes?: number): AsyncGenerator<Uint8Array>;
  /** The whole of a short answer. */
  text(): Promise<string>;
};

export type BucketClient = (
  method: "GET" | "PUT" | "DELETE",
  key: string,
  asked?: BucketRequest,
) => Promise<BucketAnswer>;

const TRIES = 3;
const PAUSE_MS = 300;
/**
 * For a whole file of 50 MB over a slow connection; for a download, only the time spent waiting for the service counts.
 */
const TIMEOUT_MS = 300_000;
/** Nothing is sent or received. */
const SILENCE_MS = 30_000;
/** A list of 1,000 files has less than a tenth of it. */
const MAX_TEXT_BYTES = 5_000_000;
/** What an answer may cost on the wire beside its own bytes, which may come in small chunks. */
const OVERHEAD = 200_000;

/**
 * Signed by AWS Signature Version 4. Up to three attempts if the connection fails or the service responds with 429 or
 * 5xx.
 */
export function createBucketClient(bucket: Bucket, timeoutFactor: number): BucketClient {
  const outbound = operatorOutbound(timeoutFactor);
  return async (method, key, { headers = {}, query, body } = {}) => {
    if (key !== "" && key !== PLACE_MARK && !FILE_KEY.test(key))
      throw new Error("Not a key of a stored file");
    const url = new URL(`${bucket.endpoint}/${bucket.name}${key && `/${key}`}`);
    for (const [field, value] of Object.entries(query ?? {})) url.searchParams.set(field, value);
    for (let tries = 1; ; tries += 1) {
      const { accessKeyId, secretAccessKey, region } = bucket;
      const keys = { accessKeyId, secretAccessKey, region, service: "s3" };
      const signed = await new AwsV4Signer({ method, url: url.href, headers, ...keys }).sign();
      // Stored files hardly compress, and a compressed response could expand to any size.
      signed.headers.set("accept-encoding", "identity");
      const source = await body?.();
      const watch = watched(timeoutFactor);
      const request = { url: signed.url.href, method, headers: Object.fromEntries(signed.headers) };
      const answer = await open(outbound, request, watch, source).catch((cause: unknown) =>
        Object.assign(unreachable(), { cause }),
      );
      watch.pause();
      // Also if nothing has begun to read it.
      source?.destroy();
      const mayPass = answer instanceof Error || statusOf(answer) >= 500 || statusOf(answer) === 429;
      if (mayPass && tries < TRIES && !watch.signal.aborted) {
        if (!(answer instanceof Error)) answer.opened.close();
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries * timeoutFactor));
      } else if (answer instanceof Error) throw answer;
      else return readable(answer, watch);
    }
  };
}

type Answer = { opened: OpenedWeb; response: IncomingMessage };

const statusOf = ({ response }: Answer) => response.statusCode ?? 0;

/** Sends one request with its body, until its answer begins. */
async function open(
  outbound: Outbound,
  request: { url: string; method: "GET" | "PUT" | "DELETE"; headers: Record<string, string> },
  { signal, progress }: Watch,
  source: Readable | undefined,
): Promise<Answer> {
  const opened = await openWeb(outbound, request);
  signal.addEventListener("abort", () => opened.stop("it took too long"), { once: true });
  if (signal.aborted) opened.stop("it took too long");
  // A body that fails midway fails the request; a service may also respond before it has received all of it.
  if (source)
    pipeline(Readable.from(withProgress(source, progress)), opened.request).catch((error: Error) =>
      opened.request.destroy(error),
    );
  else opened.request.end();
  const response = await opened.answer.catch((error: unknown) => {
    opened.close();
    throw error;
  });
  return { opened, response };
}

export const unreachable = () =>
  new AppError("upstream", t`The storage for files cannot be reached right now, so nothing was changed`, {
    retryAfter: 30,
  });

type Watch = ReturnType<typeof watched>;

/** Aborts a stalled request: after silence, and after too much waiting in all. */
function watched(timeoutFactor: number) {
  const stopping = new AbortController();
  let remainingMs = TIMEOUT_MS * timeoutFactor;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const pause = () => {
    clearTimeout(timer);
    remainingMs -= performance.now() - since;
  };
  const wait = () => {
    since = performance.now();
    timer = setTimeout(
      () => stopping.abort(),
      Math.max(1, Math.min(remainingMs, SILENCE_MS * timeoutFactor)),
    );
  };
  const progress = () => {
    pause();
    wait();
  };
  wait();
  return { signal: stopping.signal, pause, wait, progress, stop: () => stopping.abort() };
}

async function* withProgress(body: AsyncIterable<Uint8Array>, progress: () => void) {
  for await (const chunk of body) {
    progress();
    yield chunk;
  }
}

function readable({ opened, response }: Answer, watch: Watch): BucketAnswer {
  async function* chunks(maxBytes = Number.POSITIVE_INFINITY) {
    const iterator = response[Symbol.asyncIterator]();
    let size = 0;
    try {
      if (/\S/.test(response.headers["content-encoding"]?.replace("identity", "") ?? ""))
        throw new Error("The answer is compressed");
      for (;;) {
        watch.wait();
        const { done, value } = await iterator.next().finally(watch.pause);
        if (done) return;
        size += value.byteLength;
        if (size > maxBytes || opened.received() > 2 * maxBytes + OVERHEAD)
          throw new Error("The answer is too long");
        yield value as Uint8Array;
      }
    } catch (cause) {
      throw Object.assign(unreachable(), { cause });
    } finally {
      // Also where its reader has gone away.
      watch.stop();
      opened.close();
    }
  }
  const text = async () => {
    const all: Uint8Array[] = [];
    for await (const chunk of chunks(MAX_TEXT_BYTES)) all.push(chunk);
    return Buffer.concat(all).toString("utf8");
  };
  const status = response.statusCode ?? 0;
  return { status, ok: status >= 200 && status < 300, chunks, text };
}
