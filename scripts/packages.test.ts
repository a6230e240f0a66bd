import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");
const { packages } = JSON.parse(read("package-lock.json")) as {
  packages: Record<string, { integrity?: string }>;
};

test("D40: packages have exact versions and checksums, and none runs an install script", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read("package.json"));
  const declared = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(declared.length).toBeGreaterThan(20);
  expect(declared.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  const locked = Object.entries(packages).filter(([path]) => path !== "");
  expect(locked.length).toBeGreaterThan(declared.length);
  expect(locked.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
});
