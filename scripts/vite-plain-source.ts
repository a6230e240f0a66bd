import type { Plugin } from "vite";

/**
 * Escapes every non-ASCII character: the runtime stores an ASCII program with one byte per character, any other with
 * two, and of six megabytes of program one character in a hundred is not ASCII.
 */
export function plainSource(): Plugin {
  return {
    name: "plain-source",
    apply: "build",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = escaped(file.code);
    },
  };
}

/** A character after a backslash (a meaningless escape) loses that backslash. */
export const escaped = (code: string): string =>
  code.replaceAll(/(\\*)([\u0080-\uffff])/g, (_, slashes: string, sign: string) => {
    const backslashes = slashes.length % 2 === 0 ? slashes : slashes.slice(1);
    return `${backslashes}\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
