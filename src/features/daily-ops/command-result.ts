import type { Proposal } from "./model.ts";

export type CommandResult = {
  success: boolean;
  response: string;
  href?: string;
  resultId?: string;
  /** What would go outward waits for a yes. */
  proposal?: Proposal;
};
