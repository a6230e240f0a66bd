import type { Plugin } from "vite";

/** Preloads the one font that every page needs while the styles are still loading. */
export function preloadFont(name: string): Plugin {
  return {
    name: "preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((path) => path.includes(name));
        if (!file) throw new Error(`No font named ${name} was built`);
        const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: true };
        return [{ tag: "link", attrs, injectTo: "head-prepend" }];
      },
    },
  };
}
