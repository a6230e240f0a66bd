import { isIP } from "node:net";
import { ImapFlow, type ImapFlowError } from "imapflow";
import { t } from "#i18n/message.ts";
import { OutboundError } from "#platform/outbound/outbound.ts";
import { trustOptions } from "#platform/outbound/trusted-certificate.ts";
import { bypassFetchLogging } from "./bypass-fetch-logging.ts";
import { limitCommands } from "./limit-commands.ts";
import type { MailParts } from "./mail-outcome.ts";
import { oneLine } from "./one-line.ts";
import { shortenAnswers } from "./shorten-answers.ts";
import { tlsReason } from "./tls-failure.ts";

export type ImapTransport = {
  host: string;
  port: number;
  /** tls: from the first byte on; starttls: before anything is said; none: never encrypted. */
  security: "tls" | "starttls" | "none";
  username: string;
  password?: string;
  /** Signs in by OAuth 2 in place of the password. */
  token?: string;
  /** The certificate (PEM) that the account's owner trusts for this server. */
  certificate?: string | null;
};

export type ImapStep = "name" | "connection" | "tls" | "sign-in";

/** Its message is one line for people about what went wrong. */
export class ImapFailure extends Error {
  readonly step: ImapStep;
  /** A retry may succeed. */
  readonly isTemporary: boolean;

  constructor(step: ImapStep, message: string, isTemporary: boolean) {
    super(message);
    this.name = "ImapFailure";
    this.step = step;
    this.isTemporary = isTemporary;
  }
}

/** Milliseconds, and bytes of one response: limits for a server (security.md §5, §6). */
const SETUP_MS = 15_000;
const SILENCE_MS = 5 * 60_000;
/** From the first byte until somebody is signed in, however slowly the server speaks. */
const SIGN_IN_MS = 60_000;
const LIMITS = { maxLineLength: 20_000_000, maxLiteralSize: 26_000_000, maxResponseSize: 60_000_000 };

/** Connects to exactly the address that was checked, and verifies the certificate for the host's name. */
export async function openImap(parts: MailParts, transport: ImapTransport): Promise<ImapFlow> {
  const address = await checkedAddress(parts, transport);
  const { host, port, security, username, password, token } = transport;
  const { timeoutFactor } = parts.outbound;
  const client = new ImapFlow({
    connectionTimeout: SETUP_MS * timeoutFactor,
    greetingTimeout: SETUP_MS * timeoutFactor,
    socketTimeout: SILENCE_MS * timeoutFactor,
    ...LIMITS,
    host: address,
    port,
    secure: security === "tls",
    doSTARTTLS: security === "starttls",
    ...(isIP(host) === 0 && { servername: host }),
    auth:
      token === undefined ? { user: username, pass: password ?? "" } : { user: username, accessToken: token },
    tls: {
      minVersion: "TLSv1.2",
      ...trustOptions(parts.certificates ?? [], transport.certificate),
    },
    qresync: true,
    disableAutoIdle: true,
    maxIdleTime: 5 * 60_000,
    clientInfo: { name: "Adjutant" },
    logger: false,
  });
  client.on("error", () => {});
  shortenAnswers(client);
  bypassFetchLogging(client);
  try {
    await connectWithin(SIGN_IN_MS * timeoutFactor, client, host);
    limitCommands(
      client,
      timeoutFactor,
      (reason) => new ImapFailure("connection", `'${host}' ${reason}.`, true),
    );
    return client;
  } catch (error) {
    client.close();
    throw error instanceof ImapFailure ? error : toFailure(error as ImapFlowError, transport);
  }
}

/** A server sends little before the sign-in; beyond this many bytes it is cut off. */
const MAX_BYTES_BEFORE_SIGN_IN = 5_000_000;

async function connectWithin(milliseconds: number, client: ImapFlow, host: string): Promise<void> {
  const ended = Promise.withResolvers<never>();
  const end = (reason: string) => ended.reject(new ImapFailure("connection", `'${host}' ${reason}.`, true));
  const late = setTimeout(() => end("took too long"), milliseconds);
  const watching = setInterval(
    () => client.stats().received > MAX_BYTES_BEFORE_SIGN_IN && end("sent too much"),
    WATCH_MS,
  );
  await Promise.race([client.connect(), ended.promise]).finally(() => {
    clearTimeout(late);
    clearInterval(watching);
  });
}

const WATCH_MS = 50;

async function checkedAddress({ outbound }: MailParts, { host, port }: ImapTransport): Promise<string> {
  try {
    const socket = await outbound.connect(host, port);
    const { remoteAddress } = socket;
    socket.destroy();
    if (remoteAddress) return remoteAddress;
    throw new ImapFailure("connection", t`'${host}' closed the connection.`, true);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const step = error.step === "name" ? "name" : "connection";
    throw new ImapFailure(step, error.message, error.step !== "guard");
  }
}

const TLS_CODE = /CERT|TLS|SSL|SIGNATURE|ALTNAME/;
const BROKEN = /^(ECONNRESET|EPIPE|NoConnection|EConnectionClosed)$/;
/** Response codes to a sign-in that may succeed later (RFC 5530). */
const TEMPORARY_CODES = ["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "CONTACTADMIN"];

function toFailure(error: ImapFlowError, { host, certificate }: ImapTransport): ImapFailure {
  const { code = "", authenticationFailed, serverResponseCode = "", responseText } = error;
  const serverText = oneLine(responseText ?? error.message, 300);
  if (authenticationFailed)
    return new ImapFailure(
      "sign-in",
      t`The server answered: ${serverText}`,
      TEMPORARY_CODES.includes(serverResponseCode),
    );
  if (TLS_CODE.test(code) || /tls|certificate/i.test(error.message))
    return new ImapFailure(
      "tls",
      tlsReason({ code, message: serverText }, host, Boolean(certificate)),
      false,
    );
  if (code.endsWith("TIMEOUT") || code === "ETIMEOUT")
    return new ImapFailure("connection", t`'${host}' took too long.`, true);
  if (BROKEN.test(code)) return new ImapFailure("connection", t`'${host}' closed the connection.`, true);
  return new ImapFailure("connection", t`'${host}' closed the connection: ${serverText}`, true);
}
