import type { Proposal } from "./voice-model.ts";

export type CommandResult = {
  success: boolean;
  response: string;
  href?: string;
  resultId?: string;
  /** An outbound action that waits for approval. */
  proposal?: Proposal;
};
