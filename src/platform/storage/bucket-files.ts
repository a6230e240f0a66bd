import { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import { AppError } from "#platform/capability/errors.ts";
import { type FarFiles, FILE_KEY, noRoomLeft, type StoredFiles } from "./stored-files.ts";

/** A bucket of any service that speaks S3, addressed by path: ENDPOINT/BUCKET/KEY. */
export type Bucket = {
  endpoint: string;
  name: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/**
 * Files in a bucket. S3 wants the size of a file before its first byte, so one that arrives lies on this machine's disk
 * meanwhile (`local`). What was stored there before there was a bucket is still read and removed there.
 */
export function bucketFiles(bucket: Bucket, local: StoredFiles): StoredFiles & FarFiles {
  const ask = askOf(bucket);
  async function* listed() {
    for (let next: string | undefined = ""; next !== undefined; ) {
      const page = await pageOf(ask, next);
      yield page.objects.filter(({ key }) => FILE_KEY.test(key));
      next = page.next;
    }
  }
  return {
    put: async (content) => {
      const held = await local.put(content);
      try {
        const answer = await ask("PUT", held.key, {
          headers: { "content-length": String(held.size), "x-amz-content-sha256": held.sha256 },
          body: async () => Readable.toWeb(await local.get(held.key)) as ReadableStream<Uint8Array>,
        });
        if (!answer.ok) throw await refusal(answer);
        return held;
      } finally {
        await local.remove(held.key);
      }
    },
    get: async (key, range) => {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const answer = await ask("GET", key, { ...(headers && { headers }) });
      if (answer.status === 404) return local.get(key, range);
      if (!answer.ok || !answer.body) throw await refusal(answer);
      return Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
    },
    remove: async (key) => {
      const answer = await ask("DELETE", key);
      if (!answer.ok && answer.status !== 404) throw await refusal(answer);
      await local.remove(key);
    },
    storedBefore: async function* (then) {
      yield* local.storedBefore(then);
      for await (const objects of listed()) {
        const older = objects.filter(({ at }) => at < then);
        if (older.length > 0) yield older.map(({ key }) => key);
      }
    },
    listed,
  };
}

type Asked = {
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** Opened again for every try. */
  body?(): Promise<ReadableStream<Uint8Array>>;
};
type Ask = (method: "GET" | "PUT" | "DELETE", key: string, asked?: Asked) => Promise<Response>;

const TRIES = 3;
const PAUSE_MS = 300;
/** For a whole file of 50 MB over a slow line; reading one may take as long as its reader does. */
const WHOLE_MS = 300_000;

/** Signed by AWS Signature Version 4. A service that does not answer, or not well, is asked three times. */
function askOf({ endpoint, name, region, accessKeyId, secretAccessKey }: Bucket): Ask {
  return async (method, key, { headers = {}, query, body } = {}) => {
    if (key !== "" && !FILE_KEY.test(key)) throw new Error("Not a key of a stored file");
    const url = new URL(`${endpoint}/${name}${key && `/${key}`}`);
    for (const [field, value] of Object.entries(query ?? {})) url.searchParams.set(field, value);
    for (let tries = 1; ; tries += 1) {
      const signer = new AwsV4Signer({
        method,
        url: url.href,
        headers,
        accessKeyId,
        secretAccessKey,
        region,
        service: "s3",
      });
      const signed = await signer.sign();
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        ...(body && { body: await body(), duplex: "half" }),
        ...(method !== "GET" && { signal: AbortSignal.timeout(WHOLE_MS) }),
      } as RequestInit).catch((cause: unknown) => Object.assign(unreachable(), { cause }));
      const mayPass = answer instanceof Error || answer.status >= 500 || answer.status === 429;
      if (mayPass && tries < TRIES) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries));
      else if (answer instanceof Error) throw answer;
      else return answer;
    }
  };
}

const unreachable = () =>
  new AppError("upstream", "The storage for files cannot be reached right now, so nothing was changed", {
    retryAfter: 30,
  });

/** The code that the service gives goes to the log, never to a person. */
async function refusal(answer: Response): Promise<Error> {
  const text = (await answer.text()).slice(0, 2000);
  const [, code = ""] = /<Code>([^<]{1,100})<\/Code>/.exec(text) ?? [];
  if (answer.status === 507 || /StorageFull|QuotaExceeded/.test(code)) return noRoomLeft();
  return Object.assign(unreachable(), { cause: new Error(`S3 answered ${answer.status} ${code}`) });
}

async function pageOf(ask: Ask, from: string) {
  const query = { "list-type": "2", ...(from && { "continuation-token": from }) };
  const answer = await ask("GET", "", { query });
  if (!answer.ok) throw await refusal(answer);
  const xml = await answer.text();
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = ""]) => ({
    key: within(object, "Key") ?? "",
    size: Number(within(object, "Size")),
    at: new Date(within(object, "LastModified") ?? ""),
  }));
  return { objects, next: within(xml, "NextContinuationToken") };
}

const within = (xml: string, tag: string) =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]?.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
