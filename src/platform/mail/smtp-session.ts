import SMTPConnection, { type SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
import { t } from "#i18n/message.ts";
import { OutboundError } from "#platform/outbound/outbound.ts";
import { trustOptions } from "#platform/outbound/trusted-certificate.ts";
import type { MailLimits, MailParts, MailPhase } from "./mail-outcome.ts";
import { SmtpFailure, serverAnswer, toFailure } from "./smtp-failure.ts";
import { IMPLICIT_TLS_PORT, type SmtpTransport } from "./smtp-transport.ts";

/** In milliseconds: the limits for a server that hangs or responds slowly (security.md §5). */
export const LIMITS: MailLimits = {
  /** Greeting and TLS. */
  setup: 15_000,
  /** Between two received pieces of data. */
  silence: 30_000,
  /** From the connection to the last recipient. */
  envelope: 30_000,
  /** The message itself. */
  data: 180_000,
};

/** A greeted connection, with TLS as the transport requires. */
export type SmtpSession = {
  /** The phase that a failure now would be reported for. */
  phase: MailPhase;
  connection: SMTPConnection;
  /** Runs one call on the connection; rejects with SmtpFailure, also if the connection breaks meanwhile. */
  step<T>(act: CallbackCall<T>): Promise<T | undefined>;
  /** The server's extensions, as its answer to EHLO names them, and the most bytes that it takes in one message. */
  extensions(): Promise<{ names: readonly string[]; maxBytes: number | null }>;
  /** Sends one line and returns the response, whatever its status. */
  command(line: string): Promise<SmtpAnswer>;
  /** Sets a time limit for the rest of the session. */
  allow(milliseconds: number): void;
};

export type SmtpAnswer = { status: number; response: string };

/** nodemailer sends arbitrary commands, and names extensions, only to a custom sign-in method; these do not sign in. */
const COMMAND = "COMMAND";
const EXTENSIONS = "EXTENSIONS";

type CallbackCall<T> = (done: (error?: Error | null, result?: T) => void) => void;

/** Connects, runs and hangs up. Throws SmtpFailure. */
export async function withSession<T>(
  parts: MailParts,
  transport: SmtpTransport,
  run: (session: SmtpSession) => Promise<T>,
): Promise<T> {
  const limits = limitsOf(parts);
  const socket = await parts.outbound.connect(transport.host, transport.port).catch((error) => {
    throw asFailure(error);
  });
  const answers: SmtpAnswer[] = [];
  let offered: Awaited<ReturnType<SmtpSession["extensions"]>> = { names: [], maxBytes: null };
  const connection = new SMTPConnection({
    ...optionsOf(transport, limits, parts.certificates),
    connection: socket,
    customAuth: {
      [COMMAND]: async ({ auth, sendCommand }) => void answers.push(await sendCommand(String(auth.line))),
      [EXTENSIONS]: async ({ extensions, maxAllowedSize }) => {
        offered = { names: extensions, maxBytes: maxAllowedSize || null };
      },
    },
  });
  const broken = Promise.withResolvers<never>();
  // Raced against each step; between two steps nothing awaits it.
  broken.promise.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const session: SmtpSession = {
    phase: "connection",
    connection,
    step: (act) => Promise.race([toPromise(act, () => session.phase, transport), broken.promise]),
    extensions: async () => {
      await session.step((done) => connection.login({ method: EXTENSIONS }, done));
      return offered;
    },
    command: async (line) => {
      await session.step((done) => connection.login({ method: COMMAND, line }, done));
      const answer = answers.pop();
      if (!answer) throw new Error(`No answer to ${line}`);
      return answer;
    },
    allow: (milliseconds) => {
      clearTimeout(timer);
      timer = setTimeout(() => broken.reject(tooSlow(session.phase)), milliseconds);
    },
  };
  connection.on("error", (error) => broken.reject(toFailure(error, session.phase, transport)));
  session.allow(limits.envelope);
  try {
    await session.step((done) => connection.connect(done));
    const result = await run(session);
    quitAndClose(connection);
    return result;
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Signs in where the transport has a user name. */
export async function signIn(session: SmtpSession, transport: SmtpTransport): Promise<void> {
  const { username, password, token } = transport;
  if (!username) return;
  session.phase = "sign-in";
  if (token !== undefined) return signInByToken(session, username, token);
  await session.step((done) => session.connection.login({ user: username, pass: password }, done));
}

/** The answer to a refused token is a challenge (334) that an empty line ends. */
async function signInByToken(session: SmtpSession, username: string, token: string): Promise<void> {
  const initial = Buffer.from(`user=${username}\x01auth=Bearer ${token}\x01\x01`).toString("base64");
  let answer = await session.command(`AUTH XOAUTH2 ${initial}`);
  if (answer.status === 334) answer = await session.command("");
  if (answer.status === 235) return;
  throw new SmtpFailure("sign-in", serverAnswer(answer.response), {
    isTemporary: answer.status < 500,
    isAnswer: true,
  });
}

function optionsOf(
  { host, port, secure, certificate, implicitTls = port === IMPLICIT_TLS_PORT }: SmtpTransport,
  limits: MailLimits,
  certificates: readonly string[] = [],
): SMTPConnectionOptions {
  return {
    host,
    port,
    secure: implicitTls,
    requireTLS: secure && !implicitTls,
    connectionTimeout: limits.setup,
    greetingTimeout: limits.setup,
    socketTimeout: limits.silence,
    tls: {
      rejectUnauthorized: secure,
      minVersion: "TLSv1.2",
      ...trustOptions(certificates, certificate),
    },
  };
}

/** The time limits, scaled by `timeoutFactor`. */
export function limitsOf({ limits, outbound }: MailParts): MailLimits {
  const { setup, silence, envelope, data } = { ...LIMITS, ...limits };
  const { timeoutFactor } = outbound;
  return {
    ...{ setup: setup * timeoutFactor, silence: silence * timeoutFactor },
    ...{ envelope: envelope * timeoutFactor, data: data * timeoutFactor },
  };
}

/** Limits the wait for a server that keeps the connection open after QUIT. */
const QUIT_MS = 5_000;

function quitAndClose(connection: SMTPConnection): void {
  connection.quit();
  const closing = setTimeout(() => connection.close(), QUIT_MS).unref();
  connection.once("end", () => clearTimeout(closing));
}

const toPromise = <T>(act: CallbackCall<T>, phase: () => MailPhase, transport: SmtpTransport) =>
  new Promise<T | undefined>((resolve, reject) =>
    act((error, result) => (error ? reject(toFailure(error, phase(), transport)) : resolve(result))),
  );

const tooSlow = (phase: MailPhase) =>
  new SmtpFailure(phase, t`The server took too long.`, { isTemporary: true });

function asFailure(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const phase = error.step === "name" ? "name" : "connection";
  return new SmtpFailure(phase, error.message, { isTemporary: error.step !== "guard" });
}
