import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from "@tanstack/react-router";
import type { PageRoute } from "#ui/page-route.ts";
import { rememberArea } from "./assistant/previous-area.ts";
import { ErrorPage } from "./error-page.tsx";
import { NotFound } from "./lazy-not-found.tsx";
import { OPEN_PAGES, PAGES } from "./pages.tsx";
import { currentSession } from "./session/current-session.ts";
import { PageSkeleton } from "./shell/page-skeleton.tsx";
import { Shell } from "./shell/shell.tsx";

/** Milliseconds before a page that is still loading shows its skeleton. */
const PRELOAD_LIMIT_MS = 150;

type RouterContext = { queries: QueryClient };

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet });

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/auth",
  component: lazyRouteComponent(() => import("./session/auth-route.tsx"), "AuthRoute"),
});

const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: "shell", component: Shell });

const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: "admin-area",
  component: lazyRouteComponent(() => import("./admin/admin-area.tsx"), "AdminArea"),
});

const openRoutes = OPEN_PAGES.map(({ path, load }) => {
  const page = lazyRouteComponent(async () => {
    const [Page, { OpenFrame }] = await Promise.all([load(), import("./session/open-frame.tsx")]);
    return {
      Page: () => (
        <OpenFrame>
          <Page />
        </OpenFrame>
      ),
    };
  }, "Page");
  return createRoute({ getParentRoute: () => rootRoute, path, component: page });
});

const anyOtherRoute = createRoute({ getParentRoute: () => shellRoute, path: "$", component: NotFound });

function routeOf({ path, load, parseSearch, read, adminOnly }: PageRoute) {
  const page = lazyRouteComponent(async () => ({ Page: await load() }), "Page");
  const validateSearch = parseSearch ? { validateSearch: parseSearch } : {};
  const reading = read ? { loader: startReading(read), shouldReload: isEntered } : {};
  const getParentRoute = () => (adminOnly ? adminRoute : shellRoute);
  return createRoute({ getParentRoute, path, component: page, ...validateSearch, ...reading });
}

type Entering = {
  cause: "preload" | "enter" | "stay";
  location: { search: object };
  context: RouterContext;
};

/**
 * Starts loading the data and renders without waiting: the page shows cached data, and reports failures. The session is
 * known first, because it says where the changes begin that the page receives: one after an earlier read would be missed.
 */
const startReading =
  (read: NonNullable<PageRoute["read"]>) =>
  async ({ location, context: { queries } }: Entering): Promise<void> => {
    try {
      const { user } = await queries.ensureQueryData(currentSession);
      if (user) await read({ ...location.search });
    } catch {
      // The page asks again when it is shown.
    }
  };

const isEntered = ({ cause }: Entering) => cause !== "stay";

export function createAppRouter(queries: QueryClient) {
  const router = createRouter({
    context: { queries },
    routeTree: rootRoute.addChildren([
      authRoute,
      ...openRoutes,
      shellRoute.addChildren([
        ...PAGES.filter(({ adminOnly }) => !adminOnly).map(routeOf),
        adminRoute.addChildren(PAGES.filter(({ adminOnly }) => adminOnly).map(routeOf)),
        anyOtherRoute,
      ]),
    ]),
    defaultPreload: "intent",
    defaultPendingMs: PRELOAD_LIMIT_MS,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
  router.subscribe("onResolved", ({ toLocation }) => rememberArea(toLocation.pathname));
  return router;
}
