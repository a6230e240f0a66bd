import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import "@fontsource-variable/inter/wght.css";
import "./library.css";
import "./tokens.css";
import "./base.css";
import { ShortcutsHelp } from "../keyboard/shortcuts-help.tsx";
import { Toasts } from "../overlays/toasts.tsx";
import { styleNonce } from "./style-nonce.ts";
import { theme } from "./theme.ts";
import { useTheme } from "./theme-choice.ts";

/** Everything the components of this folder need around them; stands once, at the top of the page. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={useTheme()}
      getStyleNonce={styleNonce}
      withCssVariables={false}
    >
      {children}
      <ShortcutsHelp />
      <Toasts />
    </MantineProvider>
  );
}
