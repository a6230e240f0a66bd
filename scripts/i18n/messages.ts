import { createHash } from "node:crypto";
import { type Expression, parseSync, type TemplateLiteral, Visitor } from "oxc-parser";
import type { Message as Translated } from "../../src/i18n/compile-message.ts";

/** A sentence that is translated. */
export type Message = Translated & {
  /** Ten characters that stand for the message in built files until its words are written there. */
  key: string;
  /** What tells it from the same English words with another meaning; empty for most. */
  context: string;
};

/** A call in a source: what stands there, and what shows its message. */
export type MessageCall = {
  start: number;
  end: number;
  message: Message;
  values: readonly Range[];
  count: Range | null;
};

type Range = { start: number; end: number };
type Form = { texts: readonly string[]; values: readonly Expression[] };
type Calls = { t: string | undefined; term: string | undefined; plural: string | undefined };

const MODULE = /(^#|\/)i18n\/message\.ts$|^\.\/message\.ts$/;

/** All calls of `t`, `term` and `plural` in a source, outer before inner. Throws with the place of a wrong one. */
export function messageCalls(path: string, source: string): MessageCall[] {
  if (!source.includes("message.ts")) return [];
  const { program, module } = parseSync(path, source);
  const entries = module.staticImports
    .filter(({ moduleRequest }) => MODULE.test(moduleRequest.value))
    .flatMap((each) => each.entries);
  const localName = (name: string) =>
    entries.find((entry) => entry.importName.name === name)?.localName.value;
  const calls: Calls = { t: localName("t"), term: localName("term"), plural: localName("plural") };
  const found: MessageCall[] = [];
  const add = (node: Range, read: () => Omit<MessageCall, "start" | "end">) => {
    try {
      found.push({ start: node.start, end: node.end, ...read() });
    } catch (error) {
      const line = source.slice(0, node.start).split("\n").length;
      throw new Error(`${path}:${line}: ${error instanceof Error ? error.message : error}`);
    }
  };
  new Visitor({
    TaggedTemplateExpression(node) {
      if (node.tag.type !== "Identifier" || node.tag.name !== calls.t) return;
      add(node, () => sentence(source, node.quasi));
    },
    CallExpression(node) {
      if (node.callee.type !== "Identifier") return;
      const [first, second] = node.arguments;
      if (node.callee.name === calls.term) add(node, () => term(textOf(first), textOf(second)));
      if (node.callee.name === calls.plural && first && first.type !== "SpreadElement")
        add(node, () => plural(source, first, formsOf(second, isBuilt(path))));
    },
  }).visit(program);
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** The keys are the same wherever the words and the meaning are the same. */
export const keyOf = (icu: string, context: string): string =>
  `k${createHash("sha256").update(`${context}\0${icu}`).digest("hex").slice(0, 9)}`;

function sentence(source: string, template: TemplateLiteral) {
  const form = formOf(template);
  const values = namesOf(source, [form]);
  const icu = values.length === 0 ? (form.texts[0] ?? "") : icuOf(source, form, values);
  return messageOf(icu, "", values, null);
}

const term = (text: string, context: string) => messageOf(text, context, [], null);

function plural(source: string, count: Range, forms: { one: Form; other: Form }) {
  const values = namesOf(source, [forms.one, forms.other]);
  const text = (form: Form) => icuOf(source, form, values);
  return messageOf(`{n, plural, one {${text(forms.one)}} other {${text(forms.other)}}}`, "", values, count);
}

type Value = Range & { name: string; text: string };

function messageOf(icu: string, context: string, values: readonly Value[], count: Range | null) {
  if (icu.trim() === "") throw new Error("a message has words");
  const names = values.map(({ name }) => name);
  const message = { key: keyOf(icu, context), icu, context, names, isPlural: count !== null };
  return { message, values, count };
}

/** Text and names as ICU writes them: an apostrophe beside a brace is doubled. */
function icuOf(source: string, form: Form, values: readonly Value[]): string {
  if (form.texts.some((text) => /[{}#]/.test(text)))
    throw new Error("a message with values has no braces and no number sign in its text");
  const nameOf = (node: Range) =>
    values.find(({ text }) => text === source.slice(node.start, node.end))?.name;
  return form.texts
    .map((text, at) => (at === 0 ? text : `{${nameOf(form.values[at - 1] as Range)}}${text}`))
    .join("")
    .replaceAll(/'(?=\{)|(?<=\})'/g, "''");
}

/** The values of all forms: the same expression is one value, with a name that says what it is. */
function namesOf(source: string, forms: readonly Form[]): Value[] {
  const values: Value[] = [];
  for (const node of forms.flatMap((form) => form.values)) {
    const text = source.slice(node.start, node.end);
    if (values.some((value) => value.text === text)) continue;
    const name = nameOf(node) ?? `value${values.length}`;
    const isTaken = values.some((value) => value.name === name);
    values.push({ start: node.start, end: node.end, text, name: isTaken ? `${name}${values.length}` : name });
  }
  return values;
}

function nameOf(node: Expression): string | null {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression")
    return node.property.type === "Identifier" && !node.computed ? node.property.name : null;
  if (node.type === "ChainExpression" || node.type === "TSNonNullExpression") return nameOf(node.expression);
  if (node.type === "LogicalExpression") return nameOf(node.left);
  if (node.type !== "CallExpression") return null;
  const [first] = node.arguments;
  return first && first.type !== "SpreadElement" ? nameOf(first) : nameOf(node.callee);
}

/** Whether only pages use a source: their build writes the words. */
const isBuilt = (path: string) => /\.tsx$|(^|\/)(web|ui|client)\//.test(path);

function formsOf(node: unknown, built: boolean): { one: Form; other: Form } {
  const { type, properties = [] } = node as {
    type?: string;
    properties?: { key: unknown; value: unknown }[];
  };
  if (type !== "ObjectExpression") throw new Error("plural has its forms as an object: { one, other }");
  const formNamed = (name: string) => {
    const value = properties.find(({ key }) => (key as { name?: string } | undefined)?.name === name)?.value;
    if (!value) throw new Error(`plural has no form '${name}'`);
    const form = formOf(value);
    if (!built && form.values.length > 0 && !isTagged(value))
      throw new Error("what the server says too has its forms as form`…`");
    return form;
  };
  return { one: formNamed("one"), other: formNamed("other") };
}

function formOf(node: unknown): Form {
  const literal = (isTagged(node) ? node.quasi : node) as
    | TemplateLiteral
    | { type: "Literal"; value: unknown };
  if (literal.type === "Literal" && typeof literal.value === "string")
    return { texts: [literal.value], values: [] };
  if (literal.type !== "TemplateLiteral") throw new Error("a message is written where it is shown");
  return {
    texts: literal.quasis.map(({ value }) => value.cooked ?? value.raw),
    values: literal.expressions as Expression[],
  };
}

const isTagged = (node: unknown): node is { quasi: TemplateLiteral } =>
  (node as { tag?: { name?: string } }).tag?.name === "form";

function textOf(node: unknown): string {
  const { texts, values } = formOf(node);
  if (values.length > 0) throw new Error("a term has no values");
  return texts[0] ?? "";
}
