import { setFlagsFromString } from "node:v8";
import { superviseMailAccounts } from "#features/email/sync/account-supervisor.ts";
import { runService } from "./run-service.ts";

/**
 * The entry point of the processes beside the program (0136), each with one of these services: its name is the argument.
 * Only what they use is loaded.
 */
const services = [superviseMailAccounts];

// As in main.ts.
setFlagsFromString("--heap-growing-percent=60");

const service = services.find(({ name }) => name === process.argv[2]);
if (!service) throw new Error(`There is no service '${process.argv[2]}'`);
await runService(service);
