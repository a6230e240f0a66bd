import { type ClientRequest, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import { isIP, type Socket } from "node:net";
import { connect as startTls } from "node:tls";
import { isGlobalAddress } from "./global-address.ts";
import { type Outbound, OutboundError } from "./outbound.ts";
import type { WebRequest } from "./web-request.ts";

const USUAL_PORTS = new Set(["", "80", "443"]);

/**
 * A request through the guard that still has to be ended with its body: http or https, no password in the address, the
 * usual ports except in networks that the operator opened. Throws OutboundError.
 */
export async function openWeb(
  outbound: Outbound,
  given: WebRequest,
): Promise<{ request: ClientRequest; socket: Socket; host: string }> {
  const url = URL.parse(given.url);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new OutboundError("guard", "This is not a web address that begins with https:// or http://");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (!USUAL_PORTS.has(url.port) && (await outbound.resolve(host)).some(isGlobalAddress))
    throw new OutboundError("guard", `Port ${url.port} of '${host}' is not one of the web: 80 or 443`);
  const isTls = url.protocol === "https:";
  const socket = await outbound.connect(host, Number(url.port || (isTls ? 443 : 80)));
  const send = isTls ? tlsRequest : plainRequest;
  const request = send(url, {
    method: given.method ?? "GET",
    headers: { "user-agent": "Adjutant", ...given.headers },
    agent: false,
    createConnection: () => (isTls ? startTls({ socket, servername: isIP(host) ? "" : host }) : socket),
  });
  return { request, socket, host };
}
