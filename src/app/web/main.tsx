import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { listenForShortcuts } from "#ui/shortcuts.ts";
import { shareStyleNonce } from "#ui/style-nonce.ts";
import { watchTheme } from "#ui/theme-choice.ts";
import { installTrustedTypes } from "#ui/trusted-types.ts";
import { UiProvider } from "#ui/ui-provider.tsx";

installTrustedTypes();
shareStyleNonce();
watchTheme();
listenForShortcuts();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root");
createRoot(root).render(
  <StrictMode>
    <UiProvider>Adjutant</UiProvider>
  </StrictMode>,
);
