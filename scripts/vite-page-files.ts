import type { Plugin } from "vite";

const ROUTE_FILES = /\/(routes|pages)\.tsx$/;
const PAGE = /\bpath: "([^"]+)"[\s\S]*?import\("([^"]+)"\)/g;

type Chunk = { imports: string[]; moduleIds: string[]; viteMetadata?: { importedCss: Set<string> } };

/**
 * Writes `.vite/pages.json`: the scripts and styles of each page, in their order. The server writes them into the
 * document, so that a browser fetches all of them at once and does not find one after another.
 */
export function listPageFiles(): Plugin {
  return {
    name: "list-page-files",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const chunks = new Map<string, Chunk>();
        for (const [name, each] of Object.entries(bundle)) if (each.type === "chunk") chunks.set(name, each);
        const files: Record<string, string[]> = {};
        for (const id of this.getModuleIds())
          if (ROUTE_FILES.test(id))
            for (const [, path = "", source = ""] of (this.getModuleInfo(id)?.code ?? "").matchAll(PAGE)) {
              const page = (await this.resolve(source, id))?.id;
              const [chunk] = [...chunks].find(([, { moduleIds }]) => page && moduleIds.includes(page)) ?? [];
              if (!chunk) throw new Error(`No chunk has the page of ${path}`);
              files[path.replace(/\/\$.*$/, "")] = filesOf(chunk, chunks);
            }
        this.emitFile({
          type: "asset",
          fileName: ".vite/pages.json",
          source: JSON.stringify(files, null, 2),
        });
      },
    },
  };
}

/** What a chunk imports comes first: its styles are the ones that others override. */
function filesOf(name: string, chunks: ReadonlyMap<string, Chunk>, found = new Set<string>()): string[] {
  const chunk = chunks.get(name);
  if (!chunk || found.has(name)) return [];
  found.add(name);
  const imported = chunk.imports.flatMap((each) => filesOf(each, chunks, found));
  return [...imported, ...(chunk.viteMetadata?.importedCss ?? []), name];
}
