import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { withClient } from "../src/platform/database/connection.ts";
import { startEmbedded } from "../src/platform/database/embedded/embedded.ts";
import { OWNER_USER } from "../src/platform/database/roles.ts";
import { freePort } from "../src/platform/testing/servers/free-port.ts";
import { Instance, Program, temporaryFolder } from "./support/product.ts";

// A condition that prevents the start is reported in one line, ends the program with 1 and changes nothing.

test("a setting that does not fit", async () => {
  const program = new Program("main", { PORT: "many" });
  expect(await program.ended).toBe(1);
  expect(program.output).toBe("PORT must be a whole number from 1 to 65535 (it is 'many')\n");
});

test("a port in use, detected before the data folder is touched", async () => {
  const port = await freePort();
  const other = createServer();
  await new Promise<void>((listening) => other.listen(port, "127.0.0.1", listening));
  const folder = await temporaryFolder();
  const program = new Program("main", { PORT: String(port), DATA_DIR: join(folder, "data") });
  expect(await program.ended).toBe(1);
  expect(program.output).toBe(`Port ${port} on 127.0.0.1 is taken by another program; stop it or set PORT\n`);
  expect(await readdir(folder)).toEqual([]);
  other.close();
});

test("a data folder that is not a folder", async () => {
  const file = join(await temporaryFolder(), "file");
  await writeFile(file, "precious");
  const program = new Program("main", { PORT: String(await freePort()), DATA_DIR: file });
  expect(await program.ended).toBe(1);
  expect(program.output).toBe(
    `The data folder ${file} cannot be used: it is not a folder; fix it or set DATA_DIR\n`,
  );
});

test("a data folder in use by another Adjutant, which keeps running", async () => {
  const instance = await Instance.create();
  const first = await instance.start();
  const second = new Program("main", { ...instance.settings, PORT: String(await freePort()) });
  expect(await second.ended).toBe(1);
  expect(second.output).toContain(`in use by another Adjutant (process ${first.process.pid})`);
  expect(second.output.trim().split("\n")).toHaveLength(1);
  expect((await fetch(`${instance.url}/readyz`)).status).toBe(200);
  expect(await first.end()).toBe(0);
  await instance.remove();
});

test("a database server that does not answer", async () => {
  const settings = {
    PORT: String(await freePort()),
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: `postgres://ada:secret@127.0.0.1:${await freePort()}/adjutant`,
  };
  const program = new Program("main", settings);
  expect(await program.ended).toBe(1);
  expect(program.output).toContain("DATABASE_URL");
  expect(program.output).not.toContain("secret");
  expect(program.output.trim().split("\n")).toHaveLength(1);
});

test("data written by another version of PostgreSQL", async () => {
  const instance = await Instance.create();
  await (await instance.start()).end();
  const [cluster = ""] = (await readdir(instance.dataDir)).filter((name) => name.startsWith("postgres"));
  await writeFile(join(instance.dataDir, cluster, "PG_VERSION"), "15\n");
  const program = new Program("main", instance.settings);
  expect(await program.ended).toBe(1);
  expect(program.output).toContain("was written by PostgreSQL 15");
  expect(program.output.trim().split("\n")).toHaveLength(1);
  await instance.remove();
});

test("a schema that is newer than the program", async () => {
  const instance = await Instance.create();
  await (await instance.start()).end();
  const server = await startEmbedded({ dataDir: instance.dataDir });
  await withClient(server.connection(OWNER_USER, "adjutant"), (owner) =>
    owner.query("insert into migrations.applied (name, checksum) values ('9999_from_the_future', '0')"),
  );
  await server.stop();
  const program = new Program("main", instance.settings);
  expect(await program.ended).toBe(1);
  expect(program.output).toBe(
    "The database was written by a newer version of Adjutant (it has migration 9999_from_the_future); start that version\n",
  );
  await instance.remove();
});

test("an interrupted start leaves a folder in which the next one succeeds", async () => {
  const instance = await Instance.blank();
  const killed = new Program("main", instance.settings);
  await killed.waitForOutput("Creating the database");
  await killed.end("SIGKILL");
  await mkdir(join(instance.dataDir, "left-behind"));
  expect(await (await instance.start()).end()).toBe(0);
  await instance.remove();
});
