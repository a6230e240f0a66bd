import type { Node } from "oxc-parser";
import { bannedIn } from "./banned-words.ts";
import { type CodeFile, isNamed, propertyOf } from "./code-file.ts";
import { type CodeRule, type Finding, isServer } from "./rule.ts";

const SEVERITIES: ReadonlySet<string> = new Set(["debug", "info", "warn", "error", "fatal"]);

/**
 * Messages of log calls and of `outageLog`: a fixed text in sentence case without a trailing dot, so that equal events
 * have equal messages and can be counted. What differs is in the fields.
 */
export const logMessages: CodeRule = {
  name: "log-messages",
  message: "log what happened, in sentence case, without a trailing dot; what differs belongs in the fields",
  covers: isServer,
  find: (file) =>
    file.ofType("CallExpression").flatMap((call) => messagesOf(call).flatMap((node) => faultsOf(file, node))),
};

function messagesOf({ callee, arguments: given }: Extract<Node, { type: "CallExpression" }>): Node[] {
  if (isNamed(callee, "outageLog") && given[1]?.type === "ObjectExpression")
    return given[1].properties.flatMap((each) => (each.type === "Property" ? [each.value] : []));
  const isLogCall =
    callee.type === "MemberExpression" && SEVERITIES.has(propertyOf(callee) ?? "") && isLog(callee.object);
  return isLogCall && given[0] ? [given[0]] : [];
}

/** `log`, `worker.log`, `this.#log`; `console.log` is no object of such calls. */
function isLog(node: Node): boolean {
  if (node.type === "MemberExpression" && node.property.type === "PrivateIdentifier")
    return node.property.name === "log";
  return isNamed(node, "log") || propertyOf(node) === "log";
}

function faultsOf(file: CodeFile, node: Node): Finding[] {
  const offset = node.start;
  if (node.type === "ConditionalExpression")
    return [node.consequent, node.alternate].flatMap((each) => faultsOf(file, each));
  const [plain] = node.type === "TemplateLiteral" && node.expressions.length === 0 ? node.quasis : [];
  const text = node.type === "Literal" ? node.value : plain?.value.cooked;
  if (typeof text !== "string") return [{ offset, detail: `'${file.textOf(node)}' is no fixed text` }];
  return [
    ...(/^[A-Z]/.test(text) ? [] : [{ offset, detail: `'${text}' does not begin with a capital` }]),
    ...(/[.!\s]$/.test(text) ? [{ offset, detail: `'${text}' ends with a sign` }] : []),
    ...bannedIn(text, offset),
  ];
}
