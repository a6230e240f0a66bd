import { isMetered } from "#platform/client/is-metered.ts";

/** Fetches the application's files while the person types, so that it starts from the cache; never on a metered line. */
export function fetchAhead(files: readonly string[]): void {
  document.addEventListener("input", () => isMetered() || files.forEach(fetchFile), { once: true });
}

function fetchFile(file: string): void {
  // Without these files the application loads them itself.
  void fetch(`/${file}`, { priority: "low" }).catch(() => undefined);
}
