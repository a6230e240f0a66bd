import { isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from "node:tls";

/**
 * Node ends the program if a socket fails without an error listener. A guarded socket has one from its creation to its
 * end, whoever owns it meanwhile; owners add their own, which is called as well. `requireLive` throws an earlier
 * failure.
 */
export function guardSocket<S extends Socket>(socket: S): S {
  return socket.on("error", () => undefined);
}

/** Throws the error that has ended the connection before its use. */
export function requireLive<S extends Socket>(socket: S): S {
  if (socket.errored) throw socket.errored;
  if (socket.destroyed) throw new Error("it closed the connection");
  return socket;
}

/** TLS over a guarded connection; the certificate is verified for this host. */
export function startTls(socket: Socket, host: string, options: ConnectionOptions = {}): TLSSocket {
  const name = host.replace(/\.$/, "");
  const named = isIP(name) === 0 ? { servername: name } : {};
  return guardSocket(connectTls({ ...options, ...named, host: name, socket: requireLive(socket) }));
}
