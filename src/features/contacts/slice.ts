import type { ImportingSlice } from "#features/integrations/public/importer.ts";
import { feedOfEach } from "#platform/capability/slice.ts";
import { contactCards } from "./contact-cards.ts";
import { contacts as contactVerbs } from "./contacts.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { contactImporter } from "./import-contacts.ts";
import { pictures } from "./pictures/pictures.ts";
import { contactRoutes } from "./routes.ts";
import { disconnectAddressBooks, syncAddressBooks } from "./sync/sync-address-books.ts";

export const contacts: ImportingSlice = {
  name: "contacts",
  area: "communication",
  descriptions,
  resources: [contactVerbs, contactCards, pictures],
  feeds: { contacts: feedOfEach(contactVerbs.get, contactVerbs.stats) },
  routes: contactRoutes,
  imports: {
    importers: [contactImporter],
    cardSync: { sync: syncAddressBooks, disconnect: disconnectAddressBooks },
  },
};
