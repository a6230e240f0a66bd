import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { WriteReports } from "#platform/client/use-write.ts";
import { toast } from "#ui/overlays/toast.ts";
import { UiProvider } from "#ui/theme/ui-provider.tsx";
import type { createAppRouter } from "./router.tsx";
import { AuthProvider } from "./session/auth-provider.tsx";

type AppProps = { queries: QueryClient; router: ReturnType<typeof createAppRouter> };

/** The whole user interface: the providers and the page of the current address. */
export function App({ queries, router }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <WriteReports value={toast}>
          <UiProvider>
            <AuthProvider>
              <RouterProvider router={router} />
            </AuthProvider>
          </UiProvider>
        </WriteReports>
      </QueryClientProvider>
    </StrictMode>
  );
}
