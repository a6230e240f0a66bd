import type { z } from "zod";
import type { Definition, Resource } from "#platform/capability/definition.ts";
import { resourceClient } from "#platform/client/resource-client.ts";
import type { RecentInteractions } from "../model.ts";

type ById = z.ZodObject<{ id: z.ZodString }>;
type InteractionsResource = Resource<{
  recentInteractions: Definition<"read", ById, typeof RecentInteractions, "user">;
}>;

export const contacts = resourceClient<typeof import("../contacts.ts").contacts>("contacts");
export const contactCards = resourceClient<typeof import("../contact-cards.ts").contactCards>("contactCards");
export const pictures = resourceClient<typeof import("../pictures/pictures.ts").pictures>("pictures");

/** Answered above this slice (`src/app/recent-interactions`), by the schema of the model. */
export const recentInteractions = resourceClient<InteractionsResource>("contacts");
