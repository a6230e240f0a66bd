import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(m?js|css|svg|json|webmanifest|txt)$/;

/** Writes `.br` and `.gz` beside every text asset, unless an earlier build of this folder did: names have hashes. Pages are left out: the server stamps a nonce into each answer. */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true });
      const isDone = (name: string) => name.startsWith("assets/") && names.includes(`${name}.br`);
      await Promise.all(
        names
          .filter((name) => COMPRESSIBLE.test(name) && !isDone(name))
          .map((name) => compressFile(join(folder, name))),
      );
    },
  };
}

export async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
