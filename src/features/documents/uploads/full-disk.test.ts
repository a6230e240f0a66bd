import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { localFiles } from "#platform/storage/local-files.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { documentRoutesInstance } from "../document-routes.factory.ts";
import { documents } from "../documents.ts";
import { PART_BYTES } from "../model.ts";
import { aText, createUpload, partRefusal, partRequests } from "../upload-parts.factory.ts";
import { uploads } from "../uploads.ts";

const { meet, serveFiles, address } = await documentRoutesInstance();
const { sendPart } = partRequests(address);
const refusal = partRefusal;

let ada: Person;
beforeEach(async () => {
  ({ ada } = await meet());
});

/** A tmpfs of 4 MB if mounting is allowed, otherwise a limit of the kernel on the size of our files. */
function aSmallDisk(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "adjutant-full-"));
  const pid = String(process.pid);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], { stdio: "ignore" });
    return {
      folder,
      remove: () => {
        execFileSync("umount", ["-l", folder]);
        rmSync(folder, { recursive: true });
      },
    };
  } catch {
    process.on("SIGXFSZ", () => undefined);
    execFileSync("prlimit", ["--pid", pid, `--fsize=${3 * 1024 ** 2}:`]);
    return {
      folder,
      remove: () => {
        execFileSync("prlimit", ["--pid", pid, "--fsize=unlimited:"]);
        rmSync(folder, { recursive: true });
      },
    };
  }
}

test("G11: a full disk gives a readable error, stores nothing, and uploads work again once there is room", async () => {
  const disk = aSmallDisk();
  try {
    const files = localFiles(disk.folder);
    const small = await serveFiles(files);
    const filesOnDisk = () =>
      readdirSync(disk.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const send = (bytes: Buffer) => {
      const form = new FormData();
      form.append("title", "Minutes");
      form.append("file", new Blob([new Uint8Array(bytes)]), "minutes.txt");
      return fetch(`${small.address}/files/documents`, {
        method: "POST",
        headers: { "x-person": ada.userId },
        body: form,
      });
    };
    const words = "The server has no room left for files, so nothing was saved";
    const refused = await refusal(await send(aText(PART_BYTES + 5000)));
    expect(refused).toMatchObject({ status: 503, code: "unavailable" });
    expect(refused.message).toContain(words);
    expect(filesOnDisk()).toEqual([]);
    const bytes = aText(4.5 * 1024 ** 2);
    const { id } = await createUpload(ada, bytes);
    expect((await refusal(await sendPart(ada, id, bytes, 0, small.address))).message).toContain(words);
    expect(filesOnDisk()).toEqual([]);
    expect(await ada.invoke(uploads.get, { id })).toMatchObject({ received: 0 });
    expect(await ada.invoke(documents.list)).toMatchObject({ items: [] });
    expect((await send(aText(1024 ** 2))).status).toBe(200);
    expect(filesOnDisk()).toHaveLength(1);
  } finally {
    disk.remove();
  }
});
