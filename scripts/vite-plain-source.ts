import type { Plugin } from "vite";

/**
 * Writes every sign beyond ASCII as its escape: the runtime keeps a program of ASCII in one byte a sign, any other in two, and
 * of six megabytes of program one in a hundred signs is no ASCII.
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

/** A sign that is escaped already, which means nothing there, loses that backslash. */
export const escaped = (code: string): string =>
  code.replaceAll(/(\\*)([\u0080-\uffff])/g, (_, slashes: string, sign: string) => {
    const kept = slashes.length % 2 === 0 ? slashes : slashes.slice(1);
    return `${kept}\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
