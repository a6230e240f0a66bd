import { createHash, randomBytes } from "node:crypto";
import type { Person } from "#platform/testing/test-database.ts";
import { PART_BYTES, type UploadOnWire } from "./model.ts";
import { uploads } from "./uploads.ts";

export const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
export const aText = (size: number) =>
  Buffer.from(randomBytes(Math.ceil(size / 2)).toString("hex")).subarray(0, size);

export const createUpload = (person: Person, bytes: Buffer, fileName = "minutes.txt", more: object = {}) =>
  person.invoke(uploads.create, {
    fileName,
    fileSize: bytes.length,
    sha256: hashOf(bytes),
    fields: { title: "Minutes" },
    ...more,
  }) as Promise<UploadOnWire>;

/** What people do at the routes that are served at `address`. */
export function partRequests(address: string) {
  const sendPart = (
    person: Person | null,
    id: string,
    bytes: Buffer,
    start: number,
    at = address,
    sha256 = "",
  ) =>
    fetch(`${at}/files/uploads/${id}`, {
      method: "PUT",
      headers: {
        "x-person": person?.userId ?? "",
        "upload-offset": String(start),
        "part-sha256": sha256 || hashOf(bytes.subarray(start, start + PART_BYTES)),
      },
      body: new Uint8Array(bytes.subarray(start, start + PART_BYTES)),
    });

  const finish = (person: Person | null, id: string, at = address) =>
    fetch(`${at}/files/uploads/${id}`, { method: "POST", headers: { "x-person": person?.userId ?? "" } });
  return { sendPart, finish };
}

export const partRefusal = async (answer: Response) => {
  const { error } = (await answer.json()) as {
    error: { code: string; message: string; details?: { current?: UploadOnWire } };
  };
  return { status: answer.status, ...error };
};
