import type { ImapFlow } from "imapflow";
import parse from "imapflow/lib/handler/imap-parser.js";

type Answer = { payload: Buffer; literals: Buffer[] };
type ParsedResponse = Awaited<ReturnType<typeof parse>>;
type ImapFlowInternals = {
  handleResponse(answer: Answer): Promise<boolean>;
  getUntaggedHandler(
    command: string,
    attributes: ParsedResponse["attributes"],
  ): ((told: ParsedResponse) => Promise<unknown>) | undefined;
};

/**
 * The library writes each answer anew for its log before it looks at it, also where there is no log: a third of what
 * fetching a message costs. What is told of a message goes to whoever asked for it at once.
 */
export function bypassFetchLogging(client: ImapFlow): void {
  // rule: double-cast - the methods that the types of the library leave out
  const inside = client as unknown as ImapFlowInternals;
  const handle = inside.handleResponse.bind(client);
  inside.handleResponse = async (answer) => {
    if (!isOfMessage(answer)) return handle(answer);
    // What cannot be read is the library's to complain about.
    const told = await parse(answer.payload, { literals: answer.literals }).catch(() => null);
    if (!told?.command) return handle(answer);
    // One who fails to hear it does not end the connection.
    await Promise.resolve(inside.getUntaggedHandler(told.command, told.attributes)?.(told)).catch(() => {});
    return true;
  };
}

const isOfMessage = ({ payload }: Answer) => /^\* \d{1,10} FETCH \(/i.test(payload.toString("latin1", 0, 30));
