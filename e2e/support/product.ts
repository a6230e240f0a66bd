import { type ChildProcess, execFile, spawn } from "node:child_process";
import { lstatSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { serverEnvironment, serverFlags } from "../../scripts/toolchain.mjs";
import { quickFolder } from "../../src/platform/testing/quick-folder.ts";
import { freePort } from "../../src/platform/testing/servers/free-port.ts";
import { environment } from "../environment.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** All requests come from one address, so the limits by address are raised; a journey about a limit lowers it. */
const RAISED_LIMITS = {
  LIMIT_SIGN_UPS_PER_SOURCE: "100000",
  LIMIT_SIGN_IN_FAILURES_PER_SOURCE: "100000",
  LIMIT_SIGN_IN_FAILURES_GLOBAL: "100000",
  LIMIT_REQUESTS_PER_MINUTE: "1000000",
};

/** What one program has compiled the next ones use: a quarter of the work of each start would repeat it. */
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, ".cache", "compiled") };

/** No journey calls external services. */
const NO_EXTERNAL_SERVICES = { WEATHER_BASE_URL: "off", PLACES_BASE_URL: "off" };

type Options = {
  args?: string[];
  /** Written to standard input. */
  input?: string;
  /** The folder of the build. */
  folder?: string;
};

/** A program of the production build, seen from outside: its output and how it ended. */
export class Program {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  output = "";

  constructor(program: "main" | "cli", settings: Record<string, string>, options: Options = {}) {
    const { args = [], input = "", folder = ROOT } = options;
    const flags = program === "main" ? serverFlags : [];
    this.process = spawn(process.execPath, [...flags, join("dist", "server", `${program}.js`), ...args], {
      cwd: folder,
      stdio: ["pipe", "pipe", "pipe"],
      env: {
        ...{ ...environment, ...serverEnvironment, ...COMPILED },
        ...{ NODE_ENV: "production", LOG_LEVEL: "warn", ...settings },
      },
    });
    this.process.stdin?.on("error", () => {});
    this.process.stdin?.end(input);
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on("data", (text: Buffer) => {
        this.output += text;
      });
    this.ended = new Promise((end) => this.process.once("close", (code) => end(code)));
  }

  /** Resolves once the output contains the text; rejects if the program ends before. */
  async waitForOutput(text: string): Promise<void> {
    const matched = new Promise<void>((found) => {
      const listen = () => this.output.includes(text) && found();
      this.process.stdout?.on("data", listen);
      this.process.stderr?.on("data", listen);
      listen();
    });
    const exited = this.ended.then((code) => {
      throw new Error(`The program ended with ${code} before it said '${text}':\n${this.output}`);
    });
    await Promise.race([matched, exited]);
  }

  /** Sends the signal and waits for the end; the exit code, null after a kill. */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.process.kill(signal);
    return this.ended;
  }
}

const run = promisify(execFile);

/** The variable with the folder of an instance that was started once and never used. */
const UNUSED = "UNUSED_INSTANCE";
/** The variable with the folder for the instances of journeys; benchmarks use a disk, as in production. */
const PLACE = "PLACE_OF_INSTANCES";

/** A place for one instance: its folder, port and settings outlive the programs that run on it. */
export class Instance {
  readonly dataDir: string;
  readonly url: string;
  readonly settings: Record<string, string>;

  constructor(dataDir: string, port: number, settings: Record<string, string>) {
    this.dataDir = dataDir;
    this.url = `http://127.0.0.1:${port}`;
    this.settings = {
      ...RAISED_LIMITS,
      ...NO_EXTERNAL_SERVICES,
      DATA_DIR: dataDir,
      PORT: String(port),
      ...settings,
    };
  }

  /** Copies the unused instance of the run, if there is one: creating a database takes longer than copying it. */
  static async create(settings: Record<string, string> = {}): Promise<Instance> {
    const instance = await Instance.blank(settings);
    const unused = environment[UNUSED];
    if (unused) await run("cp", ["-a", `${unused}/.`, instance.dataDir]);
    return instance;
  }

  /** With an empty folder: its first start creates the database. */
  static async blank(settings: Record<string, string> = {}): Promise<Instance> {
    return new Instance(await temporaryFolder(environment[PLACE]), await freePort(), settings);
  }

  /** Creates the instance that the journeys of a run copy; returns a function that removes it. */
  static async prepareUnused(): Promise<() => Promise<void>> {
    environment[PLACE] = quickFolder();
    const unused = await Instance.blank();
    await (await unused.start()).end();
    // If the database had to be stored elsewhere, a copy of the folder would point to the same database.
    if (!lstatSync(join(unused.dataDir, "postgres")).isSymbolicLink()) environment[UNUSED] = unused.dataDir;
    return () => unused.remove();
  }

  /** Resolves when the program is ready to serve. */
  async start(): Promise<Program> {
    const program = new Program("main", this.settings);
    await program.waitForOutput(`Adjutant is ready at ${this.url}`);
    return program;
  }

  /** Runs a command of the command line to its end, with `input` on standard input. */
  async command(args: string[], input = ""): Promise<{ code: number | null; output: string }> {
    const program = new Program("cli", this.settings, { args, input });
    return { code: await program.ended, output: program.output };
  }

  async remove(): Promise<void> {
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Accessible to every user, because the database server does not run as root. */
export async function temporaryFolder(place = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(place, "adjutant-"));
  await chmod(folder, 0o755);
  return folder;
}
