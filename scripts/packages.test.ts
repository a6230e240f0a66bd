import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");
const { packages } = JSON.parse(read("package-lock.json")) as {
  packages: Record<string, { integrity?: string }>;
};

test("D40: packages are of exact versions, each with its checksum, and none runs a script when it is installed", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read("package.json"));
  const wanted = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  const locked = Object.entries(packages).filter(([path]) => path !== "");
  expect(locked.length).toBeGreaterThan(wanted.length);
  expect(locked.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
});
