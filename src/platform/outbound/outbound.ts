import { lookup as resolveName } from "node:dns/promises";
import { connect, type Socket } from "node:net";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { failureReason } from "./failure-reason.ts";
import { isGlobalAddress, networkMatcher } from "./global-address.ts";
import { guardSocket } from "./guard-socket.ts";

/** The only way to connect to an address that a person can influence (security.md D18). */
export type Outbound = {
  /** The addresses of a host; throws OutboundError if one of them is neither public nor allowed. */
  resolve(host: string): Promise<readonly string[]>;
  /**
   * Connects to exactly the addresses that this one lookup returned and the guard accepted; they are tried in turn, 5 s
   * in all. The socket is guarded from its creation: a peer that breaks it never ends the program.
   */
  connect(host: string, port: number, options?: ConnectOptions): Promise<Socket>;
  /** Factor for all time limits: 1, except in tests that cannot wait that long. */
  timeoutFactor: number;
};

/**
 * `isWeb`: only the usual web ports, except in networks that the operator opened. `isReading`: the request changes
 * nothing on the server (RFC 9110, 9.2.1).
 */
export type ConnectOptions = { isWeb?: boolean; isReading?: boolean };

/** The addresses of a name, in canonical form. Called once per connection. */
export type Lookup = (host: string) => Promise<readonly string[]>;

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
const WEB_PORTS = [80, 443];

/** For services that the operator set up: any network and any port. */
export const operatorOutbound = (timeoutFactor: number): Outbound =>
  createOutbound({ allowedLocalNetworks: ["0.0.0.0/0", "::/0"], anyPort: true, timeoutFactor });

/** `allowedLocalNetworks`: the non-public networks that the operator opened. */
export function createOutbound({
  allowedLocalNetworks,
  anyPort = false,
  lookup = systemLookup,
  timeoutFactor = 1,
}: {
  allowedLocalNetworks: readonly string[];
  anyPort?: boolean;
  lookup?: Lookup;
  timeoutFactor?: number;
}): Outbound {
  const isAllowed = networkMatcher(allowedLocalNetworks);
  const resolve = async (host: string) => {
    const addresses = await addressesOf(host, lookup, NAME_MS * timeoutFactor);
    const refused = addresses.find((address) => !isGlobalAddress(address) && !isAllowed(address));
    if (refused)
      throw new OutboundError(
        "guard",
        t`'${host}' is not a public address (${refused}). An administrator can allow it with ALLOWED_LOCAL_NETWORKS.`,
      );
    return addresses;
  };
  return {
    resolve,
    timeoutFactor,
    connect: async (host, port, { isWeb = false } = {}) => {
      const addresses = await resolve(host);
      if (isWeb && !anyPort && !WEB_PORTS.includes(port) && addresses.some(isGlobalAddress))
        throw new OutboundError("guard", t`Port ${port} of '${host}' is not one of the web: 80 or 443`);
      return connectToFirst(host, port, addresses, CONNECT_MS * timeoutFactor);
    },
  };
}

/** The system's resolver returns any notation of an address in canonical form. */
async function addressesOf(host: string, lookup: Lookup, milliseconds: number): Promise<string[]> {
  const asked = lookup(host.replace(/^\[(.*)\]$/, "$1"));
  const answers = await withDeadline(milliseconds, asked).catch((error: NodeJS.ErrnoException) => {
    if (!isUnanswered(error)) return [];
    throw new OutboundError("name", t`The name server did not answer for '${host}'. Try again later.`);
  });
  if (answers.length === 0)
    throw new OutboundError("name", t`The host '${host}' was not found. Check its name.`);
  return [...new Set(answers)];
}

/** No name server said whether the name exists: getaddrinfo(3), and the codes of Node's own resolver. */
const UNANSWERED = ["EAI_AGAIN", "EAI_FAIL", "ESERVFAIL", "ETIMEOUT", "ECONNREFUSED"];
const isUnanswered = (error: NodeJS.ErrnoException) =>
  error === TOO_LATE || UNANSWERED.includes(error.code ?? "");

const systemLookup: Lookup = async (host) =>
  (await resolveName(host, { all: true, verbatim: false })).map(({ address }) => address);

/** Connects to the first address that responds; a dead one does not use up the time of the others. */
async function connectToFirst(
  host: string,
  port: number,
  addresses: readonly string[],
  milliseconds: number,
): Promise<Socket> {
  const share = milliseconds / addresses.length;
  let reason = "it does not answer";
  for (const address of addresses)
    try {
      return await connectTo(address, port, share);
    } catch (error) {
      reason = failureReason(error);
    }
  throw new OutboundError("connection", t`'${host}' cannot be reached on port ${port}: ${reason}.`);
}

const connectTo = (address: string, port: number, milliseconds: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = guardSocket(connect({ host: address, port, timeout: milliseconds }));
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.once("error", fail);
    socket.once("timeout", () => fail(new Error("it does not answer")));
    socket.once("connect", () => {
      socket.removeAllListeners("timeout");
      socket.removeListener("error", fail);
      socket.setTimeout(0);
      resolve(socket);
    });
  });

const TOO_LATE = new Error("Too late");

async function withDeadline<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(TOO_LATE), milliseconds);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
