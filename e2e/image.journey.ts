import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { Instance, Program, temporaryFolder } from "./support/product.ts";

const ROOT = resolve(import.meta.dirname, "..");

test("the files that the Dockerfile copies are enough to run", async () => {
  const image = await temporaryFolder();
  const dockerfile = await readFile(join(ROOT, "Dockerfile"), "utf8");
  const copies = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm)];
  expect(copies.length).toBeGreaterThan(3);
  for (const [, from = "", to = ""] of copies) {
    const target = join(image, to === "./" ? from : to);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(ROOT, from), target, { recursive: true, verbatimSymlinks: true });
  }
  const instance = await Instance.blank();
  const program = new Program("main", instance.settings, { folder: image });
  await program.waitForOutput(`Adjutant is ready at ${instance.url}`);
  expect(await (await fetch(instance.url)).text()).toContain("<title>");
  expect(await program.end()).toBe(0);
  await instance.remove();
  await rm(image, { recursive: true });
});
