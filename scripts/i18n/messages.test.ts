import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { compileMessage } from "../../src/i18n/compile-message.ts";
import { markMessages } from "./mark-messages.ts";
import { messageCalls } from "./messages.ts";
import { inPseudoLanguage } from "./pseudo-language.ts";
import { writeWords } from "./write-words.ts";

const IMPORT = 'import { plural, t, term } from "#i18n/message.ts";\n';

const messagesIn = (code: string) => messageCalls("a.tsx", IMPORT + code).map(({ message }) => message);
const message = (code: string) => {
  const [first] = messagesIn(code);
  if (!first) throw new Error("There is no message");
  return first;
};

test("messages are found with the names of their values, and the words that tell meanings apart", () => {
  expect(
    messagesIn(`t\`Save\`; const label = <p title={t\`Close\`}>{t\`Open \${task.title}\`}</p>`),
  ).toMatchObject([
    { icu: "Save", names: [], context: "" },
    { icu: "Close" },
    { icu: "Open {title}", names: ["title"] },
  ]);
  expect(message(`t\`'\${formatDate(due)}' of \${due} and \${1 + 1}\``)).toMatchObject({
    icu: "''{due}'' of {due1} and {value2}",
    names: ["due", "due1", "value2"],
  });
  expect(message('term("Open", "a state")')).toMatchObject({ icu: "Open", context: "a state" });
  expect(message('term("Open", "a state")').key).not.toBe(message("t`Open`").key);
});

test("a plural has both forms, and the same value once", () => {
  const code = `plural(n, { one: \`1 task of \${name}\`, other: \`\${formatCount(n)} tasks of \${name}\` })`;
  expect(message(code)).toMatchObject({
    icu: "{n, plural, one {1 task of {name}} other {{n} tasks of {name}}}",
    names: ["name", "n"],
    isPlural: true,
  });
});

test("what the server says too is looked up by the texts of its forms", () => {
  const forms = (tag: string) => `plural(n, { one: "1 task", other: ${tag}\`\${n} tasks\` })`;
  const [call] = messageCalls("tasks.ts", IMPORT + forms("form"));
  expect(call?.message).toEqual(message(forms("")));
  expect(() => messageCalls("tasks.ts", IMPORT + forms(""))).toThrow("has its forms as form`…`");
});

test("what cannot be translated is an error at its place", () => {
  for (const [code, error] of [
    [`\nt\`A {brace} of \${name}\``, "a.tsx:3: a message with values has no braces"],
    ["t`  `", "a.tsx:2: a message has words"],
    ["term(name, 'a state')", "a message is written where it is shown"],
    ["plural(n, forms)", "plural has its forms as an object"],
    ["plural(n, { one: `1` })", "plural has no form 'other'"],
  ] as const)
    expect(() => messagesIn(code)).toThrow(error);
});

test("nothing else is a message: other tags, other modules, shadows of no import", () => {
  expect(messageCalls("a.ts", "const t = String.raw; t`Save`; // message.ts")).toEqual([]);
  expect(messageCalls("a.ts", 'import { t } from "./other/message.ts";\nt`Save`')).toEqual([]);
});

test("built code has the words of a language, whichever quotes a minifier chose", () => {
  const marked = markMessages("a.ts", `${IMPORT}show(t\`Don't\`, t\`Sent \${t\`now\`} to \${to}\`)`);
  const { key } = message("t`Don't`");
  expect(marked).toContain(`show("@@${key}@@", /* @__PURE__ */ $fill("@@`);
  const words = (mark: string) => (mark === key ? 'C\'est "non" `à` $' : "{0} an {1}");
  expect(writeWords(`a("@@${key}@@")`, words)).toBe('a("C\'est \\"non\\" `à` $")');
  for (const quote of ['"', "'", "`"])
    expect(runInNewContext(writeWords(`${quote}> @@${key}@@${quote}`, words))).toBe('> C\'est "non" `à` $');
  expect(() => writeWords(`"@@${key.toUpperCase()}@@"`, words)).toThrow("A minifier has changed a mark");
});

test("a translation has the values, forms and elements of its message, in any order", () => {
  const sent = message(`t\`Sent \${what} to \${to}\``);
  expect(compileMessage(sent, "An {to} gesandt: ''{what}''")).toBe("An {1} gesandt: '{0}'");
  expect(() => compileMessage(sent, "An {to}")).toThrow("lacks a value");
  expect(() => compileMessage(sent, "{what} an {whom}")).toThrow("has a value that it does not have");
  const tasks = message(`plural(n, { one: \`1 task\`, other: \`\${n} tasks\` })`);
  const polish = "{n, plural, one {1 zadanie} few {{n} zadania} other {{n} zadań}}";
  expect(compileMessage(tasks, polish)).toEqual({ one: "1 zadanie", few: "{0} zadania", other: "{0} zadań" });
  expect(() => compileMessage(tasks, "{n} tareas")).toThrow("is not one plural");
  const link = message("t`Read <0>the help</0>`");
  expect(() => compileMessage(link, "Lies die Hilfe")).toThrow("has other elements");
  expect(compileMessage(message("t`Braces {stay} here`"), "Klammern {bleiben}")).toBe("Klammern {bleiben}");
});

test("the pseudo-language is longer, in brackets, and has the values and elements as they were", () => {
  expect(inPseudoLanguage("Save {0}")).toBe("⟦Šåvé {0}xxx⟧");
  expect(inPseudoLanguage("<0>Son</0>")).toBe("⟦<0>Šöñ</0>xxxx⟧");
});
