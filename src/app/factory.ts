import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as rawRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readDocument } from "#features/documents/read-document.ts";
import type { Role } from "#platform/capability/actor.ts";
import { parseConfig } from "#platform/config/config.ts";
import { EventBroadcaster } from "#platform/events/event-broadcaster.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { PresenceTracker } from "#platform/presence/presence-tracker.ts";
import type { SettingsEdit } from "#platform/system-settings/system-settings.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { NO_EXTERNAL_SERVICES, testDatabase } from "#platform/testing/test-database.ts";
import { drain } from "./drain.ts";
import { createServer, type ServerParts } from "./server.ts";
import { feeds, registry, slices } from "./slices.ts";

type TestInstance = Awaited<ReturnType<typeof openInstance>>;
type HeaderFields = Record<string, string | undefined>;
type Body = string | Buffer<ArrayBuffer> | FormData;

/** For tests: the whole HTTP side over a database of its own, and browsers that use it. */
export async function aTestServer(
  jobDefinitions: readonly JobDefinition[] = [readDocument],
  environment: Record<string, string> = {},
) {
  const app = await openInstance(jobDefinitions, environment);
  const { address, origin, listening, routes } = await startServer(app);
  const send = (path: string, body: Body, headers: HeaderFields) => post(address, path, body, headers);
  let people = 0;
  return {
    ...app,
    address,
    origin,
    listening,
    routes,
    /** One more, on a free port. */
    startServer: (...given: Tail<Parameters<typeof startServer>>) => startServer(app, ...given),
    saveSettings: async (fields: SettingsEdit["fields"]): Promise<void> => {
      const { systemSettings } = app.services;
      const admin = await app.aUser({ roles: ["admin"] });
      await systemSettings.save(admin, { version: systemSettings.current.version, fields, secrets: {} });
    },
    /** A fresh account in a browser of its own. */
    aBrowser: (role?: Role) => {
      people += 1;
      return openBrowser(app, address, `ada.${people}@example.com`, role);
    },
    send,
    text: (path: string) => fetch(`${address}${path}`).then((answer) => answer.text()),
    statusWithHost: (host: string) => statusWithHost(address, host),
  };
}

type Tail<Given extends unknown[]> = Given extends [unknown, ...infer Rest] ? Rest : never;

const openInstance = (jobDefinitions: readonly JobDefinition[], environment: Record<string, string>) =>
  testDatabase(async (database) => {
    const { services, connection, atEnd } = database;
    const { dataDir } = services.config;
    const config = parseConfig({ ...NO_EXTERNAL_SERVICES, DATA_DIR: dataDir, ...environment });
    const parts = { ...services, config, owner: connection("owner"), log: createLog("silent") };
    const jobs = await startJobs(parts, jobDefinitions);
    atEnd(() => jobs.stop());
    return { auth: testAuth(database).auth, jobs, config };
  });

/** The whole HTTP side on a free port, with a small page in place of the built ones. */
async function startServer(
  app: TestInstance,
  environment: Record<string, string> = {},
  limits: Pick<ServerParts, "arrival" | "connectionLimits"> = {},
) {
  const webFolder = makeWebFolder();
  const log = createLog("silent");
  const { services } = app;
  const broadcaster = new EventBroadcaster({
    database: services.database,
    connection: app.connection("app"),
    log,
  });
  await broadcaster.start();
  const presence = new PresenceTracker({ database: services.database, log });
  await presence.start();
  const server = createServer({
    config: { ...parseConfig({ LIMIT_REQUESTS_PER_MINUTE: "100000", ...environment }), port: 0 },
    log,
    services,
    registry,
    feeds,
    routes: slices.flatMap(({ routes }) => routes ?? []),
    broadcaster,
    presence,
    authenticate: services.auth.authenticate,
    isReady: async () => true,
    webFolder,
    ...limits,
  });
  const listening = await server.listen();
  app.atEnd(async () => {
    await drain(listening, server.closeStreams);
    await broadcaster.close();
    await presence.close();
    rmSync(webFolder, { recursive: true });
  });
  const { port } = listening.address() as AddressInfo;
  const started = `http://127.0.0.1:${port}`;
  return { address: started, origin: started, listening, routes: server.routes };
}

function makeWebFolder(): string {
  const webFolder = mkdtempSync(join(tmpdir(), "adjutant-web-"));
  mkdirSync(join(webFolder, "assets"));
  writeFileSync(
    join(webFolder, "index.html"),
    '<head><!-- page head --><!-- /page head --><meta name="nonce" content="%STYLE_NONCE%"></head>',
  );
  mkdirSync(join(webFolder, ".vite"));
  const signIn = { "sign-in.tsx": { file: "assets/sign-in-1234.js", isEntry: true } };
  writeFileSync(join(webFolder, ".vite/sign-in.json"), JSON.stringify(signIn));
  writeFileSync(join(webFolder, "assets/app-1234.js"), "1");
  writeFileSync(join(webFolder, "assets/app-1234.js.gz"), gzipSync("1"));
  return webFolder;
}

/** Signs up with this address, and uses the server as that person. */
async function openBrowser(
  { services: { auth } }: TestInstance,
  address: string,
  email: string,
  role?: Role,
) {
  const account = { fullName: "Ada Lovelace", email, password: "difference engine" };
  const signedUp = await post(address, "/rpc/session.signUp", JSON.stringify(account), {});
  const setCookie = signedUp.headers.get("set-cookie") ?? "";
  const cookie = setCookie.split(";")[0] ?? "";
  const postRpc = (name: string, input: unknown, headers: HeaderFields = {}) =>
    post(address, `/rpc/${name}`, JSON.stringify(input), { cookie, ...headers });
  if (role) await auth.setRole((await auth.findUserId(email)) ?? "", role);
  return {
    cookie,
    setCookie,
    raw: (name: string, body: string | Buffer<ArrayBuffer>, path = `/rpc/${name}`) =>
      post(address, path, body, { cookie }),
    send: (path: string, body: FormData, headers: HeaderFields) =>
      post(address, path, body, { cookie, "content-type": undefined, ...headers }),
    post: postRpc,
    /** Signs in once more. */
    again: () =>
      post(address, "/rpc/session.signIn", JSON.stringify({ email, password: account.password }), {}),
    key: async (): Promise<string> => {
      const made = await postRpc("apiKeys.create", { name: "Agent", scopes: ["read"] });
      return (await made.json()).key;
    },
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${address}${path}`, { headers: { cookie, ...headers } }),
    events: () => listenToEvents(address, cookie),
  };
}

/** From the server's own origin unless `given` says another; undefined leaves a header out. */
function post(address: string, path: string, body: Body, given: HeaderFields) {
  const headers = new Headers();
  for (const [name, value] of Object.entries({
    origin: address,
    "content-type": "application/json",
    ...given,
  }))
    if (value !== undefined) headers.set(name, value);
  return fetch(`${address}${path}`, { method: "POST", headers, body });
}

async function listenToEvents(address: string, cookie: string) {
  const abort = new AbortController();
  const answer = await fetch(`${address}/events`, { headers: { cookie }, signal: abort.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = "";
  const until = async (isIt: (text: string) => boolean): Promise<string> => {
    while (!isIt(received)) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
      if (done) return received;
      received += value;
    }
    return received;
  };
  await until((message) => message.includes("event: ready"));
  return {
    until,
    close: () => abort.abort(),
    get ended() {
      return until(() => false);
    },
  };
}

const statusWithHost = (address: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(address);
    rawRequest({ hostname, port, path: "/", headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
