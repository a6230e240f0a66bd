import { AppError } from "#platform/capability/errors.ts";
import { ConfigError, loadConfig } from "#platform/config/config.ts";
import { StartError } from "#platform/database/start-error.ts";
import { createLog } from "#platform/log/log.ts";
import { trustCertificates } from "#platform/outbound/trusted-authorities.ts";
import { type Command, commands } from "./commands.ts";
import { openData } from "./open-platform.ts";
import { openServices } from "./open-services.ts";
import { checkDataFolder } from "./start-conditions.ts";

const MISUSE = 2;
const [name = "help", ...given] = process.argv.slice(2);
const command = commands[name];

try {
  if (name === "help" || name === "--help") console.log(usage());
  else if (!command || !fits(command, given)) misuse(command);
  else await carryOut(command, given);
} catch (error) {
  const isExpected = [ConfigError, StartError, AppError].some((kind) => error instanceof kind);
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}

/** Opens the services for the command; with the embedded database, most commands need the server to be stopped. */
async function carryOut(
  { run, worksWithRunningServer: allowsRunningServer = false }: Command,
  args: string[],
): Promise<void> {
  const config = loadConfig();
  trustCertificates(config);
  checkDataFolder(config.dataDir);
  await using opening = new AsyncDisposableStack();
  const prepared = await openData(config, opening, { join: allowsRunningServer });
  const services = () => openServices(prepared, config, createLog("error"), opening, { withWorkers: false });
  console.log(await run({ config, prepared, services }, args));
}

function fits({ parameters }: Command, args: string[]): boolean {
  const needed = parameters.filter((each) => !each.startsWith("["));
  return args.length >= needed.length && args.length <= parameters.length;
}

function misuse(known: Command | undefined): void {
  console.error(
    known
      ? `Usage: npm run adjutant -- ${lineOf(name, known)}`
      : `There is no command '${name}'.\n\n${usage()}`,
  );
  process.exitCode = MISUSE;
}

function usage(): string {
  const lines = Object.entries(commands).map(
    ([each, known]) => `  ${lineOf(each, known).padEnd(42)} ${known.summary}`,
  );
  return ["Usage: npm run adjutant -- <command>", "", ...lines].join("\n");
}

function lineOf(each: string, { parameters }: Command): string {
  return [each, ...parameters].join(" ");
}
