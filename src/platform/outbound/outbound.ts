import { lookup } from "node:dns/promises";
import { connect, type Socket } from "node:net";
import { AppError } from "#platform/capability/errors.ts";
import { inNetworks, isGlobalAddress } from "./global-address.ts";

/** The one way to an address that a person can influence (security.md D18). */
export type Outbound = {
  /** The addresses of a host; throws OutboundError where one of them is not public and not allowed. */
  resolve(host: string): Promise<readonly string[]>;
  /** A connection to one of exactly the checked addresses; they are tried in turn, 5 s in all. */
  connect(host: string, port: number): Promise<Socket>;
};

export type OutboundStep = "name" | "guard" | "connection";

/** Its message says to people which host could not be reached, and why. */
export class OutboundError extends AppError {
  readonly step: OutboundStep;

  constructor(step: OutboundStep, message: string) {
    super("upstream", message);
    this.name = "OutboundError";
    this.step = step;
  }
}

const CONNECT_MS = 5_000;
const NAME_MS = 5_000;

/** `allowedLocalNetworks`: what the operator opened of the networks that are not public. */
export function createOutbound({
  allowedLocalNetworks,
}: {
  allowedLocalNetworks: readonly string[];
}): Outbound {
  const isAllowed = inNetworks(allowedLocalNetworks);
  const resolve = async (host: string) => {
    const addresses = await addressesOf(host);
    const refused = addresses.find((address) => !isGlobalAddress(address) && !isAllowed(address));
    if (refused)
      throw new OutboundError(
        "guard",
        `'${host}' is not a public address (${refused}). An administrator can allow it with ALLOWED_LOCAL_NETWORKS.`,
      );
    return addresses;
  };
  return {
    resolve,
    connect: async (host, port) => connectToFirst(host, port, await resolve(host)),
  };
}

/** Whatever form an address is written in, the system's resolver gives it in the usual one. */
async function addressesOf(host: string): Promise<string[]> {
  const found = lookup(host.replace(/^\[(.*)\]$/, "$1"), { all: true, verbatim: false });
  const answers = await before(NAME_MS, found).catch(() => []);
  if (answers.length === 0)
    throw new OutboundError("name", `The host '${host}' was not found. Check its name.`);
  return [...new Set(answers.map(({ address }) => address))];
}

/** The first address that answers; a dead one does not use up the time of the others. */
async function connectToFirst(host: string, port: number, addresses: readonly string[]): Promise<Socket> {
  const share = CONNECT_MS / addresses.length;
  let reason = "it does not answer";
  for (const address of addresses)
    try {
      return await connectTo(address, port, share);
    } catch (error) {
      reason = REASONS[(error as NodeJS.ErrnoException).code ?? ""] ?? reason;
    }
  throw new OutboundError("connection", `'${host}' cannot be reached on port ${port}: ${reason}.`);
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to its network",
  ECONNRESET: "it closed the connection",
};

const connectTo = (address: string, port: number, milliseconds: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host: address, port, timeout: milliseconds });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.once("error", fail);
    socket.once("timeout", () => fail(new Error("timeout")));
    socket.once("connect", () => {
      socket.removeAllListeners("timeout");
      socket.removeListener("error", fail);
      socket.setTimeout(0);
      resolve(socket);
    });
  });

async function before<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("Too late")), milliseconds);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
