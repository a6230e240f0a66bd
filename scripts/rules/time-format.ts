import { propertyOf } from "./code-file.ts";
import { type CodeRule, type Exceptions, isCode } from "./rule.ts";

/** Pages and server share the platform's modules; the design system, which may not import the platform, has its own. */
const MODULES = /^src\/(platform\/(numbers|time)\/|ui\/dates\.ts$)/;
const LOCAL = ["toLocaleDateString", "toLocaleTimeString", "toLocaleString"];
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
      .filter((node) => CLASSES.includes(propertyOf(node) ?? "") && file.textOf(node.object) === "Intl")
      .map(({ start }) => ({ offset: start })),
    ...file
      .ofType("CallExpression")
      .filter(
        ({ callee }) => propertyOf(callee) === "format" && /\b(dayjs|moment)\b/.test(file.textOf(callee)),
      )
      .map(({ start }) => ({ offset: start })),
    ...file
      .ofType("ImportDeclaration")
      .filter(({ source, importKind }) => /^dayjs\b/.test(source.value) && importKind !== "type")
      .map(({ start }) => ({ offset: start })),
  ],
};
