import { z } from "zod";
import { Id } from "#platform/capability/wire.ts";

/** A decision was created, or somebody voted on it, with a comment or without. `members`: everybody in its workspace. */
export const DecisionDiscussed = z.object({ decisionId: Id, members: z.array(Id) });

/** Jobs of other features subscribe to it. */
export const decisionDiscussed = { name: "team.decision-discussed", payload: DecisionDiscussed };
