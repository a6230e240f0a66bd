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

const SETTINGS = `[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
serial = serial
default_md = sha256
unique_subject = no
policy = names
[names]
commonName = supplied
`;

/**
 * A certificate authority of a test file, made with OpenSSL: its certificate, another one for the same key and name, and
 * certificates that it signs.
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
  const again = ["req", "-x509", "-key", "ca.key", "-days", "29", "-subj", "/O=Aldermoor/CN=Aldermoor Root"];
  await openssl(...again, "-out", "again.pem");
  await writeFile(join(folder, "index.txt"), "");
  await writeFile(join(folder, "ca.cnf"), SETTINGS);
  let count = 0;
  async function issue(name = "localhost", { isExpired = false } = {}): Promise<Issued> {
    count += 1;
    const file = `leaf${count}`;
    await writeFile(join(folder, `${file}.ext`), `subjectAltName=DNS:${name}\nbasicConstraints=CA:FALSE\n`);
    await openssl("req", ...newKey, "-subj", `/CN=${name}`, "-keyout", `${file}.key`, "-out", `${file}.csr`);
    const time = isExpired
      ? ["-startdate", "20240101000000Z", "-enddate", "20240201000000Z"]
      : ["-days", "20"];
    await openssl(
      ...["ca", "-batch", "-notext", "-config", "ca.cnf", "-rand_serial"],
      ...["-cert", "ca.pem", "-keyfile", "ca.key"],
      ...["-in", `${file}.csr`, "-extfile", `${file}.ext`, "-out", `${file}.pem`, ...time],
    );
    return { cert: await read(`${file}.pem`), key: await read(`${file}.key`) };
  }
  return {
    certificate: await read("ca.pem"),
    secondCertificate: await read("again.pem"),
    key: await read("ca.key"),
    issue,
  };
}
