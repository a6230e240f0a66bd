import { laterPart } from "#ui/later-part.tsx";

const Later = laterPart(async () => (await import("./not-found.tsx")).NotFound);

/** Fetched when an address has no page, which is rare. */
export function NotFound() {
  return <Later />;
}
