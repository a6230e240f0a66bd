import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { debianPackages } from "#platform/testing/servers/debian-packages.ts";
import type { CorpusFile, Format } from "./fetch-corpora.ts";

/** What the reference parser reads in a file: Python's email, icalendar or vobject. */
export type Reference =
  | { format: "mail"; read: ReferenceMail }
  | {
      format: "calendar";
      read: { components: [kind: string, uid: string, title: string, start: string | null][] };
    }
  | { format: "card"; read: { cards: ReferenceCard[] } };
type ReferenceMail = {
  subject: string;
  from: string[];
  to: string[];
  date: number | null;
  text: string | null;
  files: [name: string, size: number, digest: string][];
};
type ReferenceCard = { name: string; emails: string[]; phones: string[]; photos: string[] };

type Line = { path: string; read?: Reference["read"]; error?: string };

/** By path; files that the reference parser refuses are missing. */
export async function readWithReference(files: readonly CorpusFile[]): Promise<Map<string, Reference>> {
  const programs = await debianPackages("python3-icalendar", "python3-vobject");
  const own = join(programs, "usr/bin/python3");
  const python = spawn(
    existsSync(own) ? own : "/usr/bin/python3",
    [join(import.meta.dirname, "read_reference.py")],
    {
      env: {
        PATH: "/usr/bin:/bin",
        PYTHONPATH: join(programs, "usr/lib/python3/dist-packages"),
        ...(existsSync(own) && { PYTHONHOME: join(programs, "usr") }),
      },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  let output = "";
  python.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const closed = once(python, "close");
  python.stdin.end(files.map(({ format, path }) => `${JSON.stringify({ format, path })}\n`).join(""));
  const [status] = await closed;
  if (status !== 0) throw new Error(`The reference parsers ended with ${status}`);
  const formats = new Map<string, Format>(files.map(({ path, format }) => [path, format]));
  const lines = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  return new Map(
    lines.flatMap(({ path, read }) =>
      read ? [[path, { format: formats.get(path), read } as Reference]] : [],
    ),
  );
}
