/** What broke a connection, as part of a sentence; names of system calls and of libraries' functions say nothing to people. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to its network",
  ECONNRESET: "it closed the connection",
  EPIPE: "it closed the connection",
  ERR_STREAM_PREMATURE_CLOSE: "it closed the connection",
  ETIMEDOUT: "it does not answer",
  EPROTO: "no encrypted connection could be made",
  HPE_HEADER_OVERFLOW: "the header of its answer is too long",
  ERR_HTTP_SOCKET_ENCODING: "its answer is no HTTP",
};

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^HPE_/, "its answer is no HTTP"],
  [/^ERR_SSL_|^ERR_TLS_PROTOCOL/, "no encrypted connection could be made"],
];

/** The failure's code in words; its own message if it is one of ours or of the certificate check. */
export function failureReason(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? message;
}
