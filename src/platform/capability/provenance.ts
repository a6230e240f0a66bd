import { z } from "zod";

/**
 * How the text of a record came, stored with it. person: typed on a page; api_key: a key that the person created;
 * assistant: a run that had read nobody else's text. All others are external text, also what is unknown (outside).
 */
export const PROVENANCES = [
  "person",
  "api_key",
  "assistant",
  "model",
  "agent",
  "mail",
  "message",
  "document",
  "webhook",
  "feed",
  "invitation",
  "import",
  "visitor",
  "other_user",
  "outside",
] as const;
export const Provenance = z.enum(PROVENANCES);
export type Provenance = z.infer<typeof Provenance>;

/** The provenances of the person's own text. */
export const OWN = ["person", "api_key", "assistant"] as const satisfies Provenance[];

/** Whether the text is the person's own; unknown text is not. */
export const isOwnText = (provenance: unknown): boolean => OWN.some((own) => own === provenance);
