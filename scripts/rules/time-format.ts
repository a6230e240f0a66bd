import type { Node } from "oxc-parser";
import { inside, isNamed, propertyOf } from "./code-file.ts";
import { type CodeRule, type Exceptions, isCode } from "./rule.ts";

/** Pages and server share the platform's modules; the design system, which may not import the platform, has its own. */
const MODULES = /^src\/(platform\/(numbers|time)\/|ui\/dates\.ts$|i18n\/locale\.ts$)/;
const LOCAL = [
  ...["toLocaleDateString", "toLocaleTimeString", "toLocaleString"],
  ...["toDateString", "toTimeString", "toUTCString", "toGMTString"],
];
const LIBRARIES = /^(dayjs|moment|luxon|date-fns)\b/;
const CLOCK = /^get(UTC)?(Hours|Minutes|Seconds)$/;
const LOCAL_PARTS = /^(get|set)(Hours|Minutes|Day|Date|Month|FullYear)$/;
const CLASSES = ["DateTimeFormat", "RelativeTimeFormat", "NumberFormat"];

const exceptions: Exceptions = {};

export const timeFormat: CodeRule = {
  name: "time-format",
  message: "format times and numbers with src/platform/time, src/platform/numbers or src/ui/dates.ts",
  covers: (path) => isCode(path) && /^src\//.test(path) && !/\.test\.tsx?$/.test(path) && !MODULES.test(path),
  exceptions,
  find: (file) => [
    ...file
      .ofType("CallExpression")
      .filter(({ callee }) => LOCAL.includes(propertyOf(callee) ?? ""))
      .map(({ callee }) => ({ offset: callee.end })),
    ...file
      .ofType("MemberExpression")
      .filter(
        (node) =>
          CLASSES.includes(propertyOf(node) ?? "") && /^(globalThis\.)?Intl$/.test(file.textOf(node.object)),
      )
      .map(({ start }) => ({ offset: start })),
    ...file
      .ofType("CallExpression")
      .filter(
        ({ callee }) => propertyOf(callee) === "format" && /\b(dayjs|moment)\b/.test(file.textOf(callee)),
      )
      .map(({ start }) => ({ offset: start })),
    ...file
      .ofType("ImportDeclaration")
      .filter(({ source, importKind }) => LIBRARIES.test(source.value) && importKind !== "type")
      .map(({ start }) => ({ offset: start })),
    ...file
      .ofType("VariableDeclarator")
      .filter(({ init }) => isNamed(init, "Intl"))
      .map(({ start }) => ({ offset: start })),
    ...file
      .ofType("TemplateLiteral")
      .filter(({ expressions }) => expressions.some(readsPart))
      .map(({ start }) => ({ offset: start })),
  ],
};

/** A person's clock is that of their profile, not that of the process or the browser. */
export const localTime: CodeRule = {
  name: "local-time",
  message:
    "read and set local times with src/platform/time: reader-clock.ts in pages, time-zone.ts on the server",
  covers: timeFormat.covers,
  exceptions,
  find: (file) => [
    ...file
      .ofType("CallExpression")
      .filter(({ callee }) => LOCAL_PARTS.test(propertyOf(callee) ?? ""))
      .map(({ callee }) => ({ offset: callee.end })),
    ...file
      .ofType("NewExpression")
      .filter(
        ({ callee, arguments: given }) =>
          isNamed(callee, "Date") &&
          (given.length > 1 || given.some((each) => isLocalText(file.textOf(each)))),
      )
      .map(({ start }) => ({ offset: start })),
  ],
};

/** A template such as `${day}T12:00`: without a zone it is read on the clock of the process. */
const isLocalText = (code: string) => /^`.*T[\d$][^`]*[^Z]`$/.test(code);

/** The hour or the minute of a time, put into a text, padded or not. */
function readsPart(node: Node): boolean {
  if (node.type !== "CallExpression") return false;
  const name = propertyOf(node.callee) ?? "";
  return (
    CLOCK.test(name) ||
    (name === "padStart" && [...inside(node)].some((each) => CLOCK.test(propertyOf(each) ?? "")))
  );
}
