import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import { t } from "#i18n/message.ts";
import { readPageData } from "#platform/client/page-data.ts";
import { createQueryClient } from "#platform/client/query-client.ts";
import { WriteReports } from "#platform/client/use-write.ts";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { saveToasts } from "#ui/overlays/save-toasts.ts";
import { toast } from "#ui/overlays/toast.ts";
import { Toasts } from "#ui/overlays/toasts.tsx";
import "#ui/theme/global-styles.ts";
import { watchTheme } from "#ui/theme/theme-choice.ts";
import { AuthPage } from "./session/auth-page.tsx";
import { AuthProvider, SIGNED_OUT_SESSION } from "./session/auth-provider.tsx";
import { currentSession } from "./session/current-session.ts";
import { fetchAhead } from "./session/fetch-ahead.ts";
import { consumeRedirect, rememberRedirect } from "./session/sign-in-redirect.ts";
import { SessionStart } from "./session/use-sign-in.ts";

// The whole document of a visitor who is not signed in, at whatever address: the application is not loaded. Its build
// replaces React by Preact (decision 0125); the application shows the same page where a session ends.

const { pathname, search, hash } = window.location;
if (pathname !== "/auth") {
  rememberRedirect(pathname + search + hash);
  window.history.replaceState(null, "", "/auth");
}
const { isSignedOut, isUnused = false, files = [] } = readPageData();
const queries = createQueryClient(toast);
if (isSignedOut) queries.setQueryData(currentSession.queryKey, SIGNED_OUT_SESSION);
watchTheme();
fetchAhead(files);

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root");
createRoot(root).render(
  <QueryClientProvider client={queries}>
    <WriteReports value={toast}>
      <SessionStart value={openApplication}>
        <AuthProvider>
          <AuthPage arrival={<Arrival />} isUnused={isUnused} />
        </AuthProvider>
      </SessionStart>
    </WriteReports>
    <Toasts />
  </QueryClientProvider>,
);

function Arrival() {
  useEffect(() => void openApplication(), []);
  return <Spinner label={t`Loading`} />;
}

/** Never resolves: the next document replaces this one, and until then the form stays as it is. */
function openApplication(): Promise<never> {
  saveToasts();
  window.location.replace(consumeRedirect());
  return new Promise(() => undefined);
}
