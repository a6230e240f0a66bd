import { Readable } from "node:stream";
import type { Bucket } from "./bucket.ts";
import { type BucketAnswer, type BucketClient, createBucketClient, unreachable } from "./bucket-client.ts";
import { FILE_KEY, type RemoteFiles, type StoredFiles, storageFullError } from "./stored-files.ts";

/**
 * Files in a bucket. S3 requires the size of a file before its first byte, so an incoming file is first stored on this
 * machine's disk (`local`). Files stored there before there was a bucket are still read and removed there.
 */
export function bucketFiles(
  bucket: Bucket,
  local: StoredFiles,
  timeoutFactor = 1,
): StoredFiles & RemoteFiles {
  const request = createBucketClient(bucket, timeoutFactor);
  async function* listed() {
    for (let next: string | undefined = ""; next !== undefined; ) {
      const page = await pageOf(request, next);
      yield page.objects.filter(({ key }) => FILE_KEY.test(key));
      next = page.next;
    }
  }
  return {
    put: async (content) => {
      const held = await local.put(content);
      try {
        const answer = await request("PUT", held.key, {
          headers: { "content-length": String(held.size), "x-amz-content-sha256": held.sha256 },
          body: () => local.get(held.key),
        });
        if (!answer.ok) throw await refusal(answer);
        await answer.text();
        return held;
      } finally {
        await local.remove(held.key);
      }
    },
    get: async (key, range) => {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const answer = await request("GET", key, { ...(headers && { headers }) });
      if (answer.status === 404) {
        await answer.text();
        return local.get(key, range);
      }
      if (!answer.ok) throw await refusal(answer);
      const maxBytes = range && range.end - range.start + 1;
      return Readable.from(answer.chunks(maxBytes), { objectMode: false });
    },
    remove: async (key) => {
      const answer = await request("DELETE", key);
      if (!answer.ok && answer.status !== 404) throw await refusal(answer);
      await answer.text();
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

/** The service's error code is logged, never shown to a person. */
async function refusal(answer: BucketAnswer): Promise<Error> {
  const text = (await answer.text()).slice(0, 2000);
  const [, code = ""] = /<Code>([^<]{1,100})<\/Code>/.exec(text) ?? [];
  if (answer.status === 507 || /StorageFull|QuotaExceeded/.test(code)) return storageFullError();
  return Object.assign(unreachable(), { cause: new Error(`S3 answered ${answer.status} ${code}`) });
}

async function pageOf(request: BucketClient, from: string) {
  const query = { "list-type": "2", ...(from && { "continuation-token": from }) };
  const answer = await request("GET", "", { query });
  if (!answer.ok) throw await refusal(answer);
  const xml = await answer.text();
  const objects = xml
    .split("<Contents>")
    .slice(1)
    .map((object) => ({
      key: tagText(object, "Key") ?? "",
      size: Number(tagText(object, "Size")),
      at: new Date(tagText(object, "LastModified") ?? ""),
    }));
  return { objects, next: tagText(xml, "NextContinuationToken") };
}

const tagText = (xml: string, tag: string) =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]?.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
