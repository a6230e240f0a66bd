import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { type Connection, withClient } from "#platform/database/connection.ts";
import { StartError } from "#platform/database/start-error.ts";
import type { Bucket } from "./bucket.ts";
import { createBucketClient, unreachable } from "./bucket-client.ts";
import { PLACE_MARK } from "./stored-files.ts";

/** Where files are stored: a folder or a bucket, which carries a mark that names its instance. */
type StoragePlace = {
  /** For people: which folder on which machine, or which bucket. */
  location: string;
  /** Null where there is no mark yet. */
  readMark(): Promise<string | null>;
  writeMark(text: string): Promise<void>;
};

/** `place` is random for each folder or bucket: two processes with the same one see the same files. */
const Mark = z.object({ instance: z.uuid(), place: z.uuid() });

export function folderPlace(folder: string): StoragePlace {
  const path = join(folder, PLACE_MARK);
  return {
    location: `${folder} on ${hostname()}`,
    readMark: () =>
      readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      }),
    writeMark: async (text) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = `${path}.unfinished`;
      await writeFile(unfinished, text, { mode: 0o600 });
      await rename(unfinished, path);
    },
  };
}

export function bucketPlace(bucket: Bucket, timeoutFactor = 1): StoragePlace {
  const request = createBucketClient(bucket, timeoutFactor);
  return {
    location: `the bucket ${bucket.name} at ${bucket.endpoint}`,
    readMark: async () => {
      const answer = await request("GET", PLACE_MARK);
      const text = await answer.text();
      if (answer.status === 404) return null;
      if (!answer.ok) throw unreachable();
      return text;
    },
    writeMark: async (text) => {
      const bytes = Buffer.from(text);
      const headers = {
        "content-length": String(bytes.byteLength),
        "x-amz-content-sha256": createHash("sha256").update(bytes).digest("hex"),
      };
      const answer = await request("PUT", PLACE_MARK, { headers, body: async () => Readable.from([bytes]) });
      await answer.text();
      if (!answer.ok) throw unreachable();
    },
  };
}

/**
 * The id of this place, which is marked as this instance's if it has no mark. Throws a StartError if another instance
 * stores its files there: each would delete the files that only the other one knows.
 */
export function claimStoragePlace(owner: Connection, place: StoragePlace): Promise<string> {
  return withClient(owner, async (client) => {
    await client.query("begin");
    await client.query("insert into instance_identity default values on conflict do nothing");
    // Locked, so that of two processes that start at once on an empty place the second one reads the first one's mark.
    const { rows } = await client.query<{ instance: string }>(
      "select instance_id as instance from instance_identity for update",
    );
    const [{ instance } = { instance: "" }] = rows;
    const text = await place.readMark();
    const mark = text === null ? { instance, place: randomUUID() } : parseMark(text, place);
    if (mark.instance !== instance)
      throw new StartError(
        `Another Adjutant instance stores its files in ${place.location}; set DATA_DIR or S3_BUCKET to the location of ` +
          `this one. If the other instance no longer exists, delete ${PLACE_MARK} there`,
      );
    if (text === null) await place.writeMark(`${JSON.stringify(mark)}\n`);
    await client.query("commit");
    return mark.place;
  });
}

function parseMark(text: string, { location }: StoragePlace): z.output<typeof Mark> {
  try {
    return Mark.parse(JSON.parse(text));
  } catch (error) {
    throw new StartError(`${PLACE_MARK} in ${location} cannot be read; restore or delete it`, error);
  }
}
