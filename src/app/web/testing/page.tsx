import type { QueryClient } from "@tanstack/react-query";
import { createRoot, type Root } from "react-dom/client";
import { clearRecords } from "#platform/client/live-records.ts";
import { createQueryClient } from "#platform/client/query-client.ts";
import { listenForShortcuts } from "#ui/keyboard/shortcuts.ts";
import { currentToasts, toast } from "#ui/overlays/toast.ts";
import { watchTheme } from "#ui/theme/theme-choice.ts";
import { App } from "../app.tsx";
import { fillSlots } from "../fill-slots.ts";
import { createAppRouter } from "../router.tsx";
import { type BrowserNetwork, connectPage } from "./browser-network.ts";
import { Locator, press, type } from "./locator.ts";

type OpenPage = {
  page: Page;
  root: Root;
  queries: QueryClient;
  router: ReturnType<typeof createAppRouter>;
};

let openPage: OpenPage | null = null;
let isPrepared = false;

/** One tab of a browser, with the product's own pages in it. There is one at a time. */
export class Page extends Locator {
  readonly network: BrowserNetwork;
  readonly keyboard = { press, type };

  constructor(network: BrowserNetwork) {
    super("");
    this.network = network;
  }

  /** Like typing into the address bar: everything is loaded again. */
  async goto(address: string): Promise<void> {
    const sessionEntries: Record<string, string> = openPage?.page === this ? { ...sessionStorage } : {};
    closePage();
    // A tab keeps its session storage: closing clears it only like a sign-out.
    for (const [key, value] of Object.entries(sessionEntries)) sessionStorage.setItem(key, value);
    prepare();
    connectPage(this.network);
    window.history.replaceState(null, "", address);
    const place = document.createElement("div");
    document.body.append(place);
    const queries = createQueryClient(toast);
    const router = createAppRouter(queries);
    await loadCode(router);
    openPage = {
      page: this,
      root: createRoot(place),
      queries,
      router,
    };
    openPage.root.render(<App queries={queries} router={router} />);
  }

  reload = () => this.goto(window.location.pathname + window.location.search);

  url = () => window.location.href;

  /** Like the browser's Back button. */
  goBack = async () => window.history.back();

  /** Calls of these capabilities fail from now on, as without a network. */
  cut(...capabilities: string[]): void {
    for (const capability of capabilities) this.network.cut(`/rpc/${capability}`);
  }

  cutOnce = (capability: string) => this.network.cutOnce(`/rpc/${capability}`);

  loseAnswerOnce = (capability: string) => this.network.loseAnswerOnce(`/rpc/${capability}`);

  /** Calls of this capability wait until the function that is returned is called. */
  hold = (capability: string) => this.network.hold(`/rpc/${capability}`);

  /** All calls are answered again. */
  restore = () => this.network.restore();
}

/**
 * The modules of the page, before anything is awaited of it: the first page of a worker compiles them, which takes longer
 * on a busy machine than a test waits for what it expects.
 */
async function loadCode(router: ReturnType<typeof createAppRouter>): Promise<void> {
  const [matchedRoutes] = router.getMatchedRoutes(router.parseLocation(router.history.location).pathname);
  await Promise.all(matchedRoutes.map((route) => router.loadRouteChunk(route)));
}

/** What the start of the product does once for a tab. */
function prepare(): void {
  if (isPrepared) return;
  isPrepared = true;
  watchTheme();
  listenForShortcuts();
  fillSlots();
}

/** Closes the tab: nothing that it loaded or showed is left. */
export function closePage(): void {
  openPage?.root.unmount();
  // Otherwise it would react to navigation of later pages.
  openPage?.router.history.destroy();
  openPage?.queries.clear();
  openPage = null;
  clearRecords();
  for (const { id } of currentToasts()) toast.dismiss(id);
  connectPage(null);
  document.body.replaceChildren();
}
