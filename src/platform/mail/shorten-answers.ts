import type { ImapFlow } from "imapflow";

/** Bytes of the line that a server writes about one message, without its literals: what people send stays far below. */
const LONGEST = 64_000;

type Answer = { payload: Buffer; literals: Buffer[] };

/**
 * The library reads such a line sign by sign without a pause: a hundred thousand recipients or five thousand parts would hold
 * up everybody. A longer one is cut to its numbers, so that whoever asked sees nothing of it and asks for less.
 */
export function shortenAnswers(client: ImapFlow): void {
  // rule: double-cast - the methods that the types of the library leave out
  const { streamer } = client as unknown as { streamer: { push(answer: Answer | null): boolean } };
  const push = streamer.push.bind(streamer);
  streamer.push = (answer) => push(answer && shortened(answer));
}

export function shortened<A extends Answer>(answer: A): A {
  if (answer.payload.length <= LONGEST) return answer;
  const begin = answer.payload.toString("latin1", 0, 300);
  const number = /^\* (\d{1,10}) FETCH \(/i.exec(begin)?.[1];
  if (!number) return answer;
  const uid = /[( ]UID (\d{1,10})/i.exec(begin)?.[1];
  const payload = Buffer.from(`* ${number} FETCH (${uid ? `UID ${uid}` : ""})`);
  return { ...answer, payload, literals: [] };
}
