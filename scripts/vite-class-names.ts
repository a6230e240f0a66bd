import { globSync } from "node:fs";
import { relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

/**
 * Class names of two or three letters: the place of the file among all style files, and that of the class in its file.
 * A page loads the names of every style it may need, and with long names they were another 1.3 KB of each page.
 */
export function nameClasses(): (name: string, file: string) => string {
  let files = styleFiles();
  const known = new Map<string, string[]>();
  return (name, file) => {
    const path = relative(root, file.split("?")[0] ?? file);
    // One that was added while the pages are developed.
    if (!files.includes(path)) files = styleFiles();
    const place = files.indexOf(path);
    if (place < 0) throw new Error(`${file} is not among the style files`);
    const names = known.get(file) ?? [];
    known.set(file, names);
    if (!names.includes(name)) names.push(name);
    return `${letters(place)}-${names.indexOf(name).toString(36)}`;
  };
}

const styleFiles = () => globSync("src/**/*.module.css", { cwd: root }).sort();

/** 0 is a, 25 is z, 26 is ba: a class does not begin with a digit. */
const letters = (place: number): string =>
  (place < 26 ? "" : letters(Math.floor(place / 26))) + String.fromCharCode(97 + (place % 26));
