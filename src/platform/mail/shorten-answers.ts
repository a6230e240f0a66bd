import type { ImapFlow } from "imapflow";

/** Maximum bytes of a FETCH response line without its literals; those of real messages are far below. */
const MAX_LENGTH = 64_000;

type Answer = { payload: Buffer; literals: Buffer[] };

/**
 * The library parses such a line character by character without yielding: a hundred thousand recipients or five
 * thousand parts would block everybody. A longer one is cut to its sequence number and UID, so that the caller gets no
 * data and requests less.
 */
export function shortenAnswers(client: ImapFlow): void {
  // rule: double-cast - the methods that the types of the library leave out
  const { streamer } = client as unknown as { streamer: { push(answer: Answer | null): boolean } };
  const push = streamer.push.bind(streamer);
  streamer.push = (answer) => push(answer && shortened(answer));
}

export function shortened<A extends Answer>(answer: A): A {
  if (answer.payload.length <= MAX_LENGTH) return answer;
  const head = answer.payload.toString("latin1", 0, 300);
  const number = /^\* (\d{1,10}) FETCH \(/i.exec(head)?.[1];
  if (!number) return answer;
  const uid = /[( ]UID (\d{1,10})/i.exec(head)?.[1];
  const payload = Buffer.from(`* ${number} FETCH (${uid ? `UID ${uid}` : ""})`);
  return { ...answer, payload, literals: [] };
}
