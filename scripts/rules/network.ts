import type { Node } from "oxc-parser";
import { type CodeFile, inside, isNamed, type NodeOf, propertyOf } from "./code-file.ts";
import { type CodeRule, type Exceptions, isServer } from "./rule.ts";

const MODULES = /^((node:)?(net|tls|https?|http2|dgram|dns|dns\/promises)|undici|ws|axios|got|node-fetch)$/;
/** Exports of those modules that open no connection. */
const ALLOWED_IMPORTS = ["isIP", "isIPv4", "isIPv6", "BlockList", "rootCertificates", "createServer"];
const GLOBALS = ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"];
const GLOBALS_IN_TEXT = new RegExp(`\\b(${GLOBALS.join("|")})\\b`);

const exceptions: Exceptions = {
  "src/app/laws/send-raw-body.ts": { count: 1, reason: "a client of a law, towards its own server" },
  "src/features/documents/providers/clamd.ts": {
    count: 1,
    reason: "the scanner's address comes from the environment; guardSocket owns the socket",
  },
  "src/features/email/accounts/domain-names.ts": {
    count: 1,
    reason: "asks the name service for MX and SRV; what it answers is connected to through the guard",
  },
  "src/platform/database/connection.ts": { count: 1, reason: "the database" },
  "src/platform/workers/serve-work.ts": { count: 1, reason: "a pipe of the program that started it" },
};

/**
 * The law `outbound-routes.test.ts` checks which clients use the guard; this rule forbids all other code to open a
 * socket.
 */
export const network: CodeRule = {
  name: "network",
  message: "reach other machines through src/platform/outbound, which checks the address",
  covers: (path) =>
    isServer(path) && !path.startsWith("src/platform/outbound/") && !/(^|\/)factory\.ts$/.test(path),
  exceptions,
  find: (file) =>
    [
      ...file.ofType("ImportDeclaration").filter((node) => opens(node)),
      ...file
        .ofType("ExportNamedDeclaration", "ExportAllDeclaration")
        .filter(({ source, exportKind }) => exportKind !== "type" && MODULES.test(source?.value ?? "")),
      ...file.ofType("ImportExpression").filter(({ source }) => MODULES.test(stringOf(source))),
      ...file.ofType("MemberExpression").filter((node) => propertyOf(node) === "getBuiltinModule"),
      ...file
        .ofType("Identifier")
        .filter(({ name }) => GLOBALS.includes(name))
        .filter((node) => isValue(file, node) && !isDeclared(file, node)),
      ...file
        .ofType("MemberExpression")
        .filter((node) => isNamed(node.object, "globalThis") && GLOBALS.includes(propertyOf(node) ?? "")),
      ...file
        .ofType("VariableDeclarator")
        .filter(({ id, init }) => isNamed(init, "globalThis") && GLOBALS_IN_TEXT.test(file.textOf(id))),
    ].map(({ start }) => ({ offset: start })),
};

function opens({ source, importKind, specifiers }: NodeOf<"ImportDeclaration">): boolean {
  if (!MODULES.test(source.value) || importKind === "type") return false;
  return specifiers.some(
    (each) =>
      each.type !== "ImportSpecifier" ||
      (each.importKind !== "type" &&
        !ALLOWED_IMPORTS.includes(
          each.imported.type === "Identifier" ? each.imported.name : each.imported.value,
        )),
  );
}

const stringOf = (node: { type: string; value?: unknown }) =>
  node.type === "Literal" && typeof node.value === "string" ? node.value : "";

/** A name that is read: neither the key of a property nor a type. */
function isValue(file: CodeFile, node: NodeOf<"Identifier">): boolean {
  const parent = file.parentOf(node);
  if (!parent || parent.type.startsWith("TS")) return false;
  if (parent.type === "MemberExpression") return parent.object === node || parent.computed;
  if (parent.type === "Property" || parent.type === "PropertyDefinition") return parent.value === node;
  return parent.type !== "MethodDefinition" && !parent.type.startsWith("Import");
}

/** A parameter, function or constant in scope with the name of a global is the guard's own, passed in. */
function isDeclared(file: CodeFile, node: NodeOf<"Identifier">): boolean {
  const binds = (pattern: Node | null) =>
    pattern !== null && [...inside(pattern)].some((each) => isNamed(each, node.name));
  for (const scope of file.outwards(node)) {
    if ("params" in scope && Array.isArray(scope.params) && scope.params.some(binds)) return true;
    if (scope.type !== "BlockStatement" && scope.type !== "Program") continue;
    for (const statement of scope.body) {
      if (statement.type === "VariableDeclaration" && statement.declarations.some(({ id }) => binds(id)))
        return true;
      if (statement.type === "FunctionDeclaration" && isNamed(statement.id, node.name)) return true;
    }
  }
  return false;
}
