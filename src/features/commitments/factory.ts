import type { commitments } from "./tables.ts";

type NewCommitment = typeof commitments.$inferInsert;

/** Found in a mail of today, and open. */
export const aCommitment = (
  fields: Partial<NewCommitment> & Pick<NewCommitment, "userId">,
): NewCommitment => ({
  kind: "promise",
  owedBy: "me",
  party: "clara@lattice.example",
  partyName: "Clara Voss",
  what: "send you the figures",
  quote: "I'll send you the figures by Friday.",
  sourceKind: "email",
  saidAt: new Date(),
  state: "open",
  confidence: 0.9,
  origin: "built-in",
  ...fields,
});
