import { createRoot } from "react-dom/client";
import { createQueryClient } from "#platform/client/query-client.ts";
import { listenForShortcuts } from "#ui/keyboard/shortcuts.ts";
import { restoreToasts } from "#ui/overlays/save-toasts.ts";
import { toast } from "#ui/overlays/toast.ts";
import { shareStyleNonce } from "#ui/theme/style-nonce.ts";
import { watchTheme } from "#ui/theme/theme-choice.ts";
import { installTrustedTypes } from "#ui/trusted-types.ts";
import { App } from "./app.tsx";
import { fillSlots } from "./fill-slots.ts";
import { createAppRouter } from "./router.tsx";

installTrustedTypes();
shareStyleNonce();
watchTheme();
listenForShortcuts();
fillSlots();
restoreToasts();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root");
const queries = createQueryClient(toast);
createRoot(root).render(<App queries={queries} router={createAppRouter(queries)} />);
