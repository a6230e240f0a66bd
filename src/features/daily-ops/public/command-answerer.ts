import type { SignedIn } from "#platform/capability/context.ts";

/** `response` is read aloud and says everything in words; `href` opens the whole answer. */
type AnsweredCommand = { response: string; href: string };

/**
 * Answers a command outside of transactions, as the assistant answers the same sentence; null where it is left to the
 * commands' own engine.
 */
export type CommandAnswerer = (
  context: SignedIn,
  command: { text: string; timeZone: string },
) => Promise<AnsweredCommand | null>;

let answerer: CommandAnswerer = async () => null;

/** Called at start by the slice that answers sentences. */
export function provideCommandAnswerer(given: CommandAnswerer): void {
  answerer = given;
}

export const answerCommand: CommandAnswerer = (context, command) => answerer(context, command);
