import { jsonb } from "drizzle-orm/pg-core";
import type { TimeProposal } from "../model.ts";

/** Other times that attendees proposed. Not at the participants, which a sync replaces by those of the server. */
export const proposalsColumn = () => jsonb().$type<TimeProposal[]>().notNull().default([]);
