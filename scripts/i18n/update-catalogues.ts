import "../require-node-24.mjs";
import { writeFileSync } from "node:fs";
import {
  catalogueFile,
  messagesOfSources,
  readCatalogue,
  TRANSLATIONS,
  writtenCatalogue,
} from "./catalogues.ts";

/** `npm run messages`: gives each catalogue the messages of the sources, and says how many have no translation. */
const messages = messagesOfSources();
console.log(`${messages.size} messages in the sources`);
for (const language of TRANSLATIONS) {
  const translations = readCatalogue(language);
  writeFileSync(catalogueFile(language), writtenCatalogue(language, messages.values(), translations));
  const missing = [...messages.keys()].filter((key) => !translations.has(key));
  console.log(`${language}: ${missing.length} without a translation`);
}
