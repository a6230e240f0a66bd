import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { type Corpus, RELEASES } from "./corpora-sources.ts";

const run = promisify(execFile);
const CACHE = resolve(import.meta.dirname, "../../.cache/corpora");
/** Larger ones are not mails, cards or calendars that a person sends. */
const MAX_BYTES = 5_000_000;

export type Format = "mail" | "calendar" | "card";
export type CorpusFile = { library: string; format: Format; name: string; path: string; bytes: Buffer };

/**
 * The test files of a project, from the source package of the first release whose archive is complete. They are
 * downloaded once, by the ordinary apt client, with package lists of their own beside the system's.
 */
export async function corpusFiles(corpus: Corpus): Promise<CorpusFile[]> {
  const folder = join(CACHE, corpus.debianPackage);
  if (!existsSync(folder)) await download(corpus, folder);
  const files: CorpusFile[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (!corpus.paths.test(`/${name}`)) continue;
    const bytes = await readFile(path);
    if (bytes.length > 0 && bytes.length <= MAX_BYTES)
      files.push({ library: corpus.library, format: formatOf(name, bytes), name, path, bytes });
  }
  return files.sort((a, b) => a.name.localeCompare(b.name));
}

function formatOf(name: string, bytes: Buffer): Format {
  if (!/\.(ics|vcs|vcf)$/i.test(name)) return "mail";
  const text = bytes.subarray(0, 5000).toString("latin1").replaceAll("\0", "");
  return /\.vcf$/i.test(name) || /^\W*BEGIN:VCARD\s*$/im.test(text) ? "card" : "calendar";
}

async function download(corpus: Corpus, folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(join(draft, "archives"), { recursive: true });
  const archives = await (corpus.kind === "binary" ? fetchBinary : fetchSource)(
    corpus,
    join(draft, "archives"),
  );
  await mkdir(join(draft, "content"));
  for (const archive of archives)
    await (archive.endsWith(".deb")
      ? run("dpkg-deb", ["-x", archive, join(draft, "content")])
      : run("tar", ["-xf", archive, "-C", join(draft, "content"), "--no-same-owner"]));
  await rename(join(draft, "content"), folder);
  await rm(draft, { recursive: true, force: true });
}

async function fetchBinary({ debianPackage }: Corpus, to: string): Promise<string[]> {
  await run("apt-get", ["download", debianPackage], { cwd: to });
  return archivesIn(to);
}

async function fetchSource({ debianPackage }: Corpus, to: string): Promise<string[]> {
  let reason: unknown;
  for (const release of RELEASES) {
    const options = await packageLists(release);
    const args = [...options, "source", "--download-only", debianPackage];
    // The archive may lack the packager's part; the project's own files are enough.
    await run("apt-get", args, { cwd: to }).catch((error: unknown) => {
      reason = error;
    });
    const found = await archivesIn(to);
    if (found.length > 0) return found;
  }
  throw new Error(`The source package ${debianPackage} cannot be downloaded`, { cause: reason });
}

const archivesIn = async (folder: string) =>
  (await readdir(folder))
    .filter((name) => /\.orig\.tar\.\w+$/.test(name) || name.endsWith(".deb"))
    .filter((name) => !name.endsWith(".asc"))
    .map((name) => join(folder, name));

/** Options of apt for the source lists of a release, kept apart from those of the system. */
async function packageLists(release: string): Promise<string[]> {
  const own = join(CACHE, `apt-${release}`);
  const lists = join(own, "sources.list");
  const options = [
    `Dir::Etc::sourcelist=${lists}`,
    "Dir::Etc::sourceparts=-",
    `Dir::State::lists=${join(own, "lists")}`,
    `Dir::Cache=${join(own, "cache")}`,
    "APT::Sandbox::User=root",
  ].flatMap((option) => ["-o", option]);
  if (existsSync(lists)) return options;
  await mkdir(join(own, "lists/partial"), { recursive: true });
  await mkdir(join(own, "cache/archives/partial"), { recursive: true });
  const mirror = await debianMirror();
  await writeFile(lists, `deb-src ${mirror} ${release} main\n`);
  await run("apt-get", [...options, "update"]).catch(async (error: unknown) => {
    await rm(lists);
    throw error;
  });
  return options;
}

/** The archive that this machine already uses for Debian's packages. */
async function debianMirror(): Promise<string> {
  const { stdout } = await run("apt-get", ["indextargets", "--format", "$(REPO_URI) $(ORIGIN)"]);
  const [uri] = stdout.split("\n").flatMap((line) => /^(\S+) Debian$/.exec(line)?.[1] ?? []);
  if (!uri) throw new Error("apt knows no archive of Debian");
  return uri;
}
