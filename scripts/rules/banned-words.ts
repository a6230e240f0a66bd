import { basename } from "node:path";
import type { Node, PrivateIdentifier } from "oxc-parser";
import type { CodeFile } from "./code-file.ts";
import { type CodeRule, type Finding, isCode } from "./rule.ts";

/** Word of a name → the usual term. Programs do nothing that only people do, and pronouns name nothing. */
const BANNED: Readonly<Record<string, string>> = {
  ...given(["hear", "hears", "heard", "hearing"], "receive"),
  ...given(["ear", "ears"], "listener"),
  ...given(["tell", "tells", "telling", "told"], "notify, publish"),
  ...given(["keep", "keeps", "keeping", "kept"], "save, store, cache, retain"),
  ...given(["keeper", "keepers"], "background service"),
  ...given(["bring", "brings", "brought"], "import, restore"),
  ...given(["cargo", "haul"], "data kind"),
  ...given(["settle", "settles", "settling"], "complete, record"),
  ...given(["look", "looks", "looking", "looked"], "find, check; of text: formatting"),
  ...given(["stir"], "wake, signal"),
  ...given(["whisper", "whispers"], "publish ephemeral"),
  ...given(["say", "says", "said", "speaks"], "text, message, format"),
  ...given(["theirs", "those", "his", "hers", "ours"], "the noun that is meant"),
  ...given(["errand", "errands"], "request"),
  ...given(["crew"], "workers"),
  ...given(["patience", "patiently"], "timeout, retry"),
  ...given(["anew"], "again, reset"),
  ...given(["wish", "wishes"], "options"),
  ...given(["house", "houses"], "server, app, instance"),
  ...given(["talk", "talks"], "conversation"),
  ...given(["desk", "shelf"], "the standard's noun"),
  ...given(["nearly"], "fuzzy, similar"),
  ...given(["acquaintance", "acquaintances"], "peer, contact"),
  ...given(["obedience"], "what is called or done"),
  ...given(["farewell"], "shutdown"),
};
/** Usual terms that contain such a word. */
const TERMS = /keep[-_]?alive|whisper-1|looks[-_]?like|look[-_]?(?:up|behind|ahead)|house[-_]?rules?/gi;

function given(words: readonly string[], instead: string): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, instead]));
}

/** Checks names of files, and every name that code declares: not what it takes over from a record by the same name. */
export const bannedWords: CodeRule = {
  name: "banned-words",
  message: "name it as a person who knows the field would (docs/glossary.md)",
  covers: isCode,
  find: (file) => [
    ...bannedIn(basename(file.path).replace(/\.\w+$/, ""), 0),
    ...declaredIn(file).flatMap(({ name, start }) => bannedIn(name, start)),
  ],
};

type Name = { name: string; start: number };

function declaredIn(file: CodeFile): Name[] {
  return [
    ...file.ofType("VariableDeclarator").flatMap(({ id }) => boundBy(id)),
    ...file.ofType("CatchClause").flatMap(({ param }) => (param ? boundBy(param) : [])),
    ...file
      .ofType("FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression")
      .flatMap(({ id, params }) => [...(id ? [id] : []), ...params.flatMap(boundBy)]),
    ...file.ofType("TSFunctionType", "TSMethodSignature").flatMap(({ params }) => params.flatMap(boundBy)),
    ...file
      .ofType("ClassDeclaration", "TSTypeAliasDeclaration", "TSInterfaceDeclaration")
      .flatMap(({ id }) => (id ? [id] : [])),
    ...file
      .ofType("MethodDefinition", "PropertyDefinition", "TSPropertySignature", "TSMethodSignature")
      .flatMap(({ key }) => (isName(key) ? [key] : [])),
  ];
}

const isName = (node: Node): node is Extract<Node, { type: "Identifier" }> | PrivateIdentifier =>
  node.type === "Identifier" || node.type === "PrivateIdentifier";

/** The names that a pattern makes; `{ key }` only repeats the record's. */
function boundBy(node: Node): Name[] {
  switch (node.type) {
    case "Identifier":
      return [node];
    case "ObjectPattern":
      return node.properties.flatMap((each) => {
        if (each.type === "RestElement") return boundBy(each.argument);
        return each.shorthand ? [] : boundBy(each.value);
      });
    case "ArrayPattern":
      return node.elements.flatMap((each) => (each ? boundBy(each) : []));
    case "AssignmentPattern":
      return boundBy(node.left);
    case "RestElement":
      return boundBy(node.argument);
    case "TSParameterProperty":
      return boundBy(node.parameter);
    default:
      return [];
  }
}

/** One finding per banned word of a name, or of a sentence. */
export function bannedIn(name: string, offset: number): Finding[] {
  const words = name
    .replaceAll(TERMS, "")
    .split(/[-_\s.,:;()]|(?<=[a-z0-9])(?=[A-Z])/)
    .map((word) => word.toLowerCase());
  return words.flatMap((word) => {
    const instead = Object.hasOwn(BANNED, word) ? BANNED[word] : undefined;
    return instead ? [{ offset, detail: `'${name}' holds '${word}': say ${instead}` }] : [];
  });
}
