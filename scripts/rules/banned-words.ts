import { basename } from "node:path";
import { type CodeRule, type Finding, isTest } from "./rule.ts";

/** Word of a name → the usual term. Programs do nothing that only people do, and pronouns name nothing. */
const BANNED: Readonly<Record<string, string>> = {
  ...given(["hear", "hears", "heard", "hearing"], "receive"),
  ...given(["ear", "ears"], "listener"),
  ...given(["tell", "tells", "telling"], "notify, publish"),
  ...given(["keep", "keeps", "keeping"], "save, store, cache"),
  ...given(["keeper", "keepers"], "background service"),
  ...given(["bring", "brings"], "import, restore"),
  ...given(["cargo"], "data kind"),
  ...given(["settle", "settles", "settling"], "complete, record"),
  ...given(["look", "looks", "looking"], "find, check; of text: formatting"),
  ...given(["stir"], "wake, signal"),
  ...given(["whisper", "whispers"], "publish ephemeral"),
  ...given(["say", "says", "said", "speaks"], "text, message, format"),
  ...given(["theirs", "those", "his", "hers", "ours"], "the noun that is meant"),
  ...given(["errand", "errands"], "request"),
  ...given(["crew"], "workers"),
  ...given(["patiently"], "retry"),
  ...given(["anew"], "again, reset"),
  ...given(["letter", "letters"], "message; characters"),
  ...given(["wish", "wishes"], "options"),
};
/** Usual terms that contain such a word. */
const TERMS = /keep[-_]?alive|letter[-_]?spacing|whisper-1|looks[-_]?like/gi;

function given(words: readonly string[], instead: string): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, instead]));
}

/** Checks the names that newcomers meet first: files and their exports. */
export const bannedWords: CodeRule = {
  name: "banned-words",
  message: "name it as a person who knows the field would (docs/glossary.md)",
  covers: (path) => /^src\/.+\.tsx?$/.test(path) && !isTest(path),
  find: (file) => [
    ...findingsOf(basename(file.path).replace(/\.tsx?$/, ""), 0),
    ...file
      .ofType("ExportNamedDeclaration")
      .flatMap(({ start, end }) =>
        [...file.text.slice(start, end).matchAll(EXPORTED)].flatMap(([, name = ""]) =>
          findingsOf(name, start),
        ),
      ),
  ],
};

const EXPORTED = /^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/g;

function findingsOf(name: string, offset: number): Finding[] {
  const words = name
    .replaceAll(TERMS, "")
    .split(/[-_]|(?<=[a-z0-9])(?=[A-Z])/)
    .map((word) => word.toLowerCase());
  return words.flatMap((word) => {
    const instead = Object.hasOwn(BANNED, word) ? BANNED[word] : undefined;
    return instead ? [{ offset, detail: `'${name}' holds '${word}': say ${instead}` }] : [];
  });
}
