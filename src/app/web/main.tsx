import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "#platform/client/query-client.ts";
import { listenForShortcuts } from "#ui/keyboard/shortcuts.ts";
import { toast } from "#ui/overlays/toast.ts";
import { shareStyleNonce } from "#ui/theme/style-nonce.ts";
import { watchTheme } from "#ui/theme/theme-choice.ts";
import { UiProvider } from "#ui/theme/ui-provider.tsx";
import { installTrustedTypes } from "#ui/trusted-types.ts";
import { fillSlots } from "./fill-slots.ts";
import { createAppRouter } from "./router.tsx";
import { AuthProvider } from "./session/auth-provider.tsx";

installTrustedTypes();
// Schemas would compile themselves to code, which this page's policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
shareStyleNonce();
watchTheme();
listenForShortcuts();
fillSlots();

const queries = createQueryClient(toast);
const router = createAppRouter();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <UiProvider>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
      </UiProvider>
    </QueryClientProvider>
  </StrictMode>,
);
