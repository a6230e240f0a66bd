import { z } from "zod";
import { RecentInteractions } from "#features/contacts/model.ts";
import { read, resource } from "#platform/capability/capability.ts";
import { Id } from "#platform/capability/wire.ts";
import { recentInteractions } from "./recent-interactions.ts";

/** Capabilities of contacts that need several slices. */
export const contactInteractions = resource("contacts", {
  recentInteractions: read({
    summary: "Get a contact with its latest mails, messages, meetings and open tasks",
    input: z.strictObject({ id: Id }),
    output: RecentInteractions,
    access: "user",
    run: (context, { id }) => recentInteractions(context, id),
  }),
});
