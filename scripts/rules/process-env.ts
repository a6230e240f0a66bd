import type { Node } from "oxc-parser";
import { type CodeFile, isNamed, propertyOf } from "./code-file.ts";
import { type CodeRule, type Exceptions, type Finding, isCode } from "./rule.ts";

/** Each tree has one module that reads the environment; the product's settings are parsed there and documented. */
const PLACES =
  /^(src\/platform\/config\/|scripts\/environment\.mjs$|e2e\/environment\.ts$|bench\/environment\.ts$)/;

const exceptions: Exceptions = {
  "scripts/supervise.mjs": { count: 3, reason: "it stands alone in the image of the container" },
  "src/platform/testing/worker-program.ts": { count: 1, reason: "a worker tells what reaches it" },
};

export const processEnv: CodeRule = {
  name: "process-env",
  message: "read the environment in src/platform/config (scripts, e2e and bench have an environment.ts)",
  covers: (path) => isCode(path) && !PLACES.test(path),
  exceptions,
  find: (file) => [
    ...file
      .ofType("MemberExpression")
      .filter((node) => propertyOf(node) === "env" && (isProcess(node.object) || isMeta(node.object)))
      .map(at),
    ...file
      .ofType("VariableDeclarator")
      .filter((node) => isProcess(node.init) && /\benv\b|^\w+$/.test(file.textOf(node.id)))
      .map(at),
    ...file
      .ofType("ImportDeclaration")
      .filter(({ source }) => /^(node:)?process$/.test(source.value))
      .filter(({ specifiers }) => specifiers.some((each) => isEnvironment(each, file)))
      .map(at),
  ],
};

const isProcess = (node: Parameters<typeof isNamed>[0]) =>
  isNamed(node, "process") || (node?.type === "MemberExpression" && propertyOf(node) === "process");
/** `import.meta.env`, which a bundler fills from the environment. */
const isMeta = (node: Node) => node.type === "MetaProperty";
/** `env`, or the whole module by another name than `process`. */
const isEnvironment = (specifier: Node, file: CodeFile) =>
  specifier.type === "ImportSpecifier"
    ? file.textOf(specifier.imported) === "env"
    : "local" in specifier && !isNamed(specifier.local, "process");
const at = ({ start }: { start: number }): Finding => ({ offset: start });
