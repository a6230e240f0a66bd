import { z } from "zod";

/**
 * By which way the words of a record came, stored with it. person: typed on a page; api_key: a key that the person made;
 * assistant: a run that had read nobody else's words. All others are outside text, and so is what nobody can say (outside).
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

/** Ways by which only the person's own words come. */
export const OWN = ["person", "api_key", "assistant"] as const satisfies Provenance[];

/** Whether the words are the person's own; whatever is not known to be is not. */
export const isOwnText = (provenance: unknown): boolean => OWN.some((own) => own === provenance);
