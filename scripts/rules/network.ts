import type { CodeFile, NodeOf } from "./code-file.ts";
import { type CodeRule, type Exceptions, isServer } from "./rule.ts";

const MODULES = /^((node:)?(net|tls|https?|http2|dgram|dns|dns\/promises)|undici|ws|axios|got|node-fetch)$/;
/** Exports of those modules that open no connection. */
const ALLOWED_IMPORTS = ["isIP", "isIPv4", "isIPv6", "BlockList", "rootCertificates", "createServer"];
const GLOBALS = ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"];

const exceptions: Exceptions = {
  "src/app/laws/send-raw-body.ts": { count: 1, reason: "a client of a law, towards its own server" },
  "src/features/documents/providers/clamd.ts": {
    count: 1,
    reason: "the scanner's address comes from the environment; guardSocket owns the socket",
  },
  "src/features/email/accounts/discover-account.ts": {
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
      ...file.ofType("ImportExpression").filter(({ source }) => MODULES.test(stringOf(source))),
      ...file
        .ofType("CallExpression", "NewExpression")
        .filter(({ callee }) => callee.type === "Identifier" && GLOBALS.includes(callee.name))
        .filter(({ callee }) => !isDeclared(file, file.textOf(callee))),
      ...file
        .ofType("MemberExpression")
        .filter((node) =>
          /^globalThis\.(fetch|WebSocket|EventSource|XMLHttpRequest)$/.test(file.textOf(node)),
        ),
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

/** A parameter or function with the name of a global is the guard's own, passed in. */
const isDeclared = (file: CodeFile, name: string) =>
  new RegExp(`\\b(?:const|let|function) ${name}\\b|[({,]\\s*${name}\\s*[,:})]`).test(file.text);
