import type { ReactNode } from "react";
import "@fontsource-variable/inter/wght.css";
import "./tokens.css";
import "./base.css";
import { ShortcutsHelp } from "../keyboard/shortcuts-help.tsx";
import { Toasts } from "../overlays/toasts.tsx";

/** Everything the components of this folder need around them; stands once, at the top of the page. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <ShortcutsHelp />
      <Toasts />
    </>
  );
}
