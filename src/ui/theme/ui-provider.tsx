import type { ReactNode } from "react";
import "./global-styles.ts";
import { ShortcutsHelp } from "../keyboard/shortcuts-help.tsx";
import { Toasts } from "../overlays/toasts.tsx";

/** The context that all components of this folder need; rendered once, at the root. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <ShortcutsHelp />
      <Toasts />
    </>
  );
}
