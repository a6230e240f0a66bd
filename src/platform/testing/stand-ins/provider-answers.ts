import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

export type Answer = {
  status: number;
  body?: unknown;
  location?: string;
  html?: string;
  headers?: Record<string, string>;
  isOfApi?: boolean;
};

/** A small account: who signs in, and what the provider does wrong on request. */
export type Behaviour = {
  email: string;
  /** Refuses every issued token from now on, as after a revocation at the provider. */
  isRevoked: boolean;
  /** Responds with this status only. */
  status: number | null;
  /** Said with it. */
  retryAfter: string | null;
  /** Seconds; null: tokens do not expire. */
  expiresIn: number | null;
  /** Seconds after which the whole sign-in ends, as Google says it of applications in testing. */
  signInEndsIn: number | null;
  /** The APIs' responses are replaced by this text. */
  invalidAnswer: string | null;
  /**
   * Fault of the APIs' responses in transfer: cut before or within them, compressed and cut, redirected to an internal
   * address.
   */
  transportFault: "cut" | "half" | "packed" | "moved" | null;
  /** This many of the APIs' responses arrive whole before that. */
  faultAfter: number;
  /** The token endpoint waits for this before it responds. */
  hold: PromiseWithResolvers<void> | null;
  /** The account endpoint waits for this before it responds. */
  holdApi: PromiseWithResolvers<void> | null;
};

export const NO_FAULTS: Behaviour = {
  ...{ email: "ada@example.com", isRevoked: false, status: null, retryAfter: null, invalidAnswer: null },
  ...{ transportFault: null, faultAfter: 0 },
  ...{ expiresIn: 3600, signInEndsIn: null, hold: null, holdApi: null },
};

/** As it should be sent, or with the faults that were asked for. */
export function send(response: ServerResponse, answer: Answer, behaviour: Behaviour): void {
  const { status, body, location, html, headers = {}, isOfApi = false } = answer;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (location) response.setHeader("location", location);
  if (behaviour.retryAfter !== null) response.setHeader("retry-after", behaviour.retryAfter);
  response.setHeader("content-type", html === undefined ? "application/json" : "text/html");
  const words = html ?? JSON.stringify(body ?? {});
  const isSpared = behaviour.faultAfter > 0;
  if (isOfApi && isSpared) behaviour.faultAfter -= 1;
  if (isOfApi && behaviour.transportFault !== null && !isSpared)
    sendFaulty(response, words, behaviour.transportFault);
  else response.writeHead(status).end(words);
}

function sendFaulty(
  response: ServerResponse,
  words: string,
  fault: NonNullable<Behaviour["transportFault"]>,
): void {
  if (fault === "cut") response.destroy();
  else if (fault === "moved") response.writeHead(302, { location: "http://169.254.169.254/" }).end();
  else if (fault === "packed") {
    const packed = gzipSync(words);
    response.writeHead(200, { "content-encoding": "gzip" }).end(packed.subarray(0, packed.length / 2));
  } else {
    response.writeHead(200, { "content-length": Buffer.byteLength(words) });
    response.write(words.slice(0, words.length / 2), () => response.destroy());
  }
}
