import { isCode, type TextRule } from "./rule.ts";

export const MAX_FILE_LINES = 300;

/** Tests count like other code. The finding is behind the last statement, where no marked exception covers it. */
export const fileLength: TextRule = {
  name: "file-length",
  message: `a file has at most ${MAX_FILE_LINES} lines: split it by subject`,
  covers: isCode,
  findInText: (text) => {
    const lines = text.trimEnd().split("\n").length;
    return lines > MAX_FILE_LINES ? [{ offset: text.length, detail: `${lines} lines` }] : [];
  },
};
