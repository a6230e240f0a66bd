import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";
import { environment } from "#platform/config/environment.ts";
import { debianPackages, libraryPath } from "./debian-packages.ts";

const run = promisify(execFile);

export type Issued = { cert: string; key: string };

/**
 * A certificate authority of a test file, made with OpenSSL: its certificate, and certificates that it signs.
 * `days`: how long one is valid; negative: it ended so many days ago.
 */
export async function privateAuthority() {
  const programs = await debianPackages("openssl");
  const env = { ...environment, LD_LIBRARY_PATH: await libraryPath(programs) };
  const folder = await mkdtemp(join(tmpdir(), "adjutant-ca-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const openssl = (...words: string[]) =>
    run(join(programs, "usr/bin/openssl"), words, { env, cwd: folder }).catch((error: unknown) => {
      throw new Error(`openssl ${words[0]}: ${(error as { stderr?: string }).stderr}`);
    });
  const read = (name: string) => readFile(join(folder, name), "utf8");
  const newKey = ["-newkey", "rsa:2048", "-nodes"];
  await openssl(
    ...["req", "-x509", ...newKey, "-days", "30", "-subj", "/O=Aldermoor/CN=Aldermoor Root"],
    ...["-keyout", "ca.key", "-out", "ca.pem"],
  );
  let count = 0;
  async function issue(name = "localhost", { isExpired = false } = {}): Promise<Issued> {
    count += 1;
    const file = `leaf${count}`;
    await writeFile(join(folder, `${file}.ext`), `subjectAltName=DNS:${name}\nbasicConstraints=CA:FALSE\n`);
    await openssl("req", ...newKey, "-subj", `/CN=${name}`, "-keyout", `${file}.key`, "-out", `${file}.csr`);
    const time = isExpired
      ? ["-not_before", "20240101000000Z", "-not_after", "20240201000000Z"]
      : ["-days", "20"];
    await openssl(
      ...["x509", "-req", "-in", `${file}.csr`, "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"],
      ...["-extfile", `${file}.ext`, "-out", `${file}.pem`, ...time],
    );
    return { cert: await read(`${file}.pem`), key: await read(`${file}.key`) };
  }
  return { certificate: await read("ca.pem"), issue };
}
