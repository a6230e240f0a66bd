import { bannedIn } from "./banned-words.ts";
import type { StyleRule } from "./rule.ts";

/** The classes that a style sheet declares, its custom properties, and its animations. */
export const styleNames: StyleRule = {
  name: "style-names",
  message: "name it by what it shows (docs/glossary.md)",
  covers: (path) => path.startsWith("src/"),
  findInStyle: (file) => [
    ...file.selectors.flatMap(({ text, offset }) =>
      [...text.matchAll(/\.(-?[a-z_][\w-]*)/gi)].flatMap(({ index, 1: name = "" }) =>
        bannedIn(name, offset + index),
      ),
    ),
    ...file.declarations
      .filter(({ prop }) => prop.startsWith("--"))
      .flatMap(({ prop, source }) => bannedIn(prop, source?.start?.offset ?? 0)),
    ...file.animations.flatMap(({ text, offset }) => bannedIn(text, offset)),
  ],
};
