import { isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from "node:tls";

/**
 * Node ends the program where a socket fails and nobody listens. A guarded socket has a listener from its birth to its end,
 * whoever owns it meanwhile; owners add their own and are told as well. Of a failure before that `requireLive` tells them.
 */
export function guardSocket<S extends Socket>(socket: S): S {
  return socket.on("error", () => undefined);
}

/** Throws what has ended the connection between its making and its use. */
export function requireLive<S extends Socket>(socket: S): S {
  if (socket.errored) throw socket.errored;
  if (socket.destroyed) throw new Error("it closed the connection");
  return socket;
}

/** TLS over a connection of the guard, under the name that its certificate must hold. */
export function startTls(socket: Socket, host: string, options: ConnectionOptions = {}): TLSSocket {
  const name = host.replace(/\.$/, "");
  const named = isIP(name) === 0 ? { servername: name } : {};
  return guardSocket(connectTls({ ...options, ...named, host: name, socket: requireLive(socket) }));
}
