import type { ComponentType } from "react";

/** One address and its page. Slices list theirs in `web/routes.tsx`; the code of a page is fetched when it is needed. */
export type PageRoute = {
  path: string;
  load(): Promise<ComponentType>;
  /** Parses what stands behind the `?`; drops what it does not know. */
  parseSearch?(search: Record<string, unknown>): Record<string, unknown>;
  /** Asks for what the page shows first, as soon as somebody is on the way to it; resolves when it has asked. */
  read?(search: Record<string, unknown>): Promise<void>;
  adminOnly?: boolean;
};
