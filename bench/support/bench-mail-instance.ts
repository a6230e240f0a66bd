import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Person } from "../../e2e/support/person.ts";
import { Instance } from "../../e2e/support/product.ts";
import type { MailAccountOnWire } from "../../src/features/email/account-model.ts";
import { runMailServer } from "../../src/platform/testing/servers/run-mail-server.ts";
import { timed } from "./compare.ts";
import { endWithParent } from "./end-with-me.ts";
import { childrenOf, processorMs, processorMsWithChildren } from "./processor-time.ts";

export const ADDRESS = "ada@aldermoor.net";
export const PASSWORD = "correct horse";

/** A real Dovecot and Postfix, and the production build on its own data, in which Ada has signed up. */
export async function openBenchMailInstance() {
  const server = await runMailServer({ mailboxes: [ADDRESS], users: { ada: PASSWORD }, imap: {} });
  const folder = await mkdtemp(join(tmpdir(), "adjutant-trust-"));
  const [certificate, delays] = [join(folder, "certificate.pem"), join(folder, "event-loop.json")];
  await writeFile(certificate, server.certificate);
  const instance = await Instance.create({
    NODE_EXTRA_CA_CERTS: certificate,
    ALLOWED_LOCAL_NETWORKS: "127.0.0.0/8",
    // Not in TypeScript: compiling it would add to the program's memory.
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "watch-event-loop.mjs")}`,
    EVENT_LOOP_FILE: delays,
  });
  let program = await instance.start();
  const pid = program.process.pid ?? 0;
  endWithParent(instance.dataDir, pid);
  const ada = await Person.signUp(instance.url, "Ada Lovelace");
  await ada.call("emails.list");

  const connect = () => connectMailbox(ada, server);
  const discover = () => ada.call("mailAccounts.discover", { address: ADDRESS });

  async function account(): Promise<MailAccountOnWire> {
    const { items } = await ada.call<{ items: MailAccountOnWire[] }>("mailAccounts.list");
    if (!items[0]) throw new Error("There is no account");
    return items[0];
  }

  const trust = async (authServer: string) => trustServer(ada, await account(), authServer);

  return {
    ...{ server, ada, discover, connect, account, trust, url: instance.url },
    ...figuresOf(pid, instance.dataDir, delays),
    kill: () => program.end("SIGKILL"),
    /** Figures of memory and event loop are those of the first start. */
    startAgain: async () => {
      program = await instance.start();
    },
    /** Excludes starting and signing up from the peak. */
    resetPeak: () => writeFile(`/proc/${pid}/clear_refs`, "5"),
    close: async () => {
      await program.end();
      await instance.remove();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Of the program with this pid and its process for mail. */
const figuresOf = (pid: number, dataDir: string, delays: string) => ({
  memory: (name: MemoryFigure) => megabytesOf(pid, name),
  mailMemory: (name: MemoryFigure) => megabytesOf(serviceOf(pid), name),
  eventLoop: () => eventLoopOf(pid, delays),
  processor: () => processorOf(pid, dataDir),
});

async function connectMailbox(
  person: Person,
  { imapPort, implicitTlsPort }: { imapPort: number; implicitTlsPort: number },
): Promise<void> {
  const line = { security: "tls", username: "ada", host: "localhost" } as const;
  const { account } = await person.call<{ account: MailAccountOnWire | null }>("mailAccounts.connect", {
    address: ADDRESS,
    imap: { ...line, port: imapPort },
    smtp: { ...line, port: implicitTlsPort },
    password: PASSWORD,
  });
  if (!account) throw new Error("The account could not be connected");
}

/** Milliseconds by which the program's event loop was delayed since the last call. */
async function eventLoopOf(pid: number, file: string): Promise<{ worst: number; p99: number }> {
  await rm(file, { force: true });
  process.kill(pid, "SIGUSR2");
  for (;;) {
    // Not written yet: retry.
    const written = await readFile(file, "utf8").catch(() => "");
    if (written) return JSON.parse(written);
    await sleep(10);
  }
}

/** Claims of this server about senders are believed. */
const trustServer = (person: Person, { id, version }: MailAccountOnWire, authServer: string) =>
  person.call("mailAccounts.update", { id, version, authServer });

/** Milliseconds of processor time so far: of the program, of its process for mail, of its workers, and of its database. */
async function processorOf(pid: number, dataDir: string) {
  const [postmaster] = (await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
  const service = serviceOf(pid);
  const [program, database] = [processorMs(pid), processorMsWithChildren(Number(postmaster))];
  const mail = processorMs(service);
  const ofService = processorMsWithChildren(service) - mail;
  const others = processorMsWithChildren(pid) - program - processorMs(Number(postmaster)) - mail;
  return { program, mail, workers: ofService + others, database };
}

/** The process that reads mailboxes. */
function serviceOf(pid: number): number {
  const isService = (child: number) =>
    readFileSync(`/proc/${child}/cmdline`, "utf8").includes("email.accounts");
  const found = childrenOf(pid).find(isService);
  if (!found) throw new Error("No process reads mailboxes");
  return found;
}

type MemoryFigure = "VmRSS" | "VmHWM";

/** In megabytes, from /proc: the current memory of the program, or its peak since the last reset. */
async function megabytesOf(pid: number, name: MemoryFigure): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
  return Math.round((kilobytes * 1024) / 1e6);
}

/** Requests the current session, fifty milliseconds after each response; `end` returns how long each response took. */
export function eventLoopDelays(person: Person): { end(): Promise<number[]> } {
  const waits: number[] = [];
  let isOver = false;
  const polling = (async () => {
    while (!isOver) {
      waits.push(await timed(() => person.call("session.current")));
      await sleep(50);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await polling;
      return waits;
    },
  };
}
