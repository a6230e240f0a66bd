import type { ComponentType } from "react";

/** A path and its page. Features list theirs in `web/routes.tsx`; the page's code is loaded when needed. */
export type PageRoute = {
  path: string;
  load(): Promise<ComponentType>;
  /** Parses the search parameters; drops unknown ones. */
  parseSearch?(search: Record<string, unknown>): Record<string, unknown>;
  /** Prefetches the first data of the page when a visit is likely; resolves when it has been requested. */
  read?(search: Record<string, unknown>): Promise<void>;
  adminOnly?: boolean;
};
