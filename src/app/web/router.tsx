import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from "@tanstack/react-router";
import type { ComponentType } from "react";
import { ErrorState } from "#ui/error-state.tsx";
import type { PageRoute } from "#ui/page-route.ts";
import { AdminGate } from "./admin/admin-gate.tsx";
import { noteArea } from "./assistant/area-before.ts";
import { NotFound } from "./not-found.tsx";
import { OPEN_PAGES, PAGES } from "./pages.tsx";
import { PageSkeleton } from "./shell/page-skeleton.tsx";
import { Shell } from "./shell/shell.tsx";

/** Milliseconds before a page that is still on its way shows its shape. */
const PATIENCE = 150;

const rootRoute = createRootRoute({ component: Outlet });

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/auth",
  component: lazyRouteComponent(() => import("./session/auth-page.tsx"), "AuthPage"),
});

const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: "shell", component: Shell });

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
  const page = lazyRouteComponent(async () => {
    const Page = await load();
    return { Page: adminOnly ? await framed(Page) : Page };
  }, "Page");
  const validateSearch = parseSearch ? { validateSearch: parseSearch } : {};
  const reading = read ? { loader: startReading(read), shouldReload: isEntered } : {};
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    component: page,
    ...validateSearch,
    ...reading,
  });
}

type Entering = { cause: "preload" | "enter" | "stay"; location: { search: object } };

/** The page is made once it is asked for, and does not wait for the answer: it shows what is there, and tells what fails. */
const startReading =
  (read: NonNullable<PageRoute["read"]>) =>
  ({ location }: Entering): Promise<void> =>
    read({ ...location.search }).catch(() => undefined);

const isEntered = ({ cause }: Entering) => cause !== "stay";

/** Every page of the admin area stands behind its gate and beside its sidebar. */
async function framed(Page: ComponentType): Promise<ComponentType> {
  const { AdminFrame } = await import("./admin/admin-frame.tsx");
  return () => (
    <AdminGate>
      <AdminFrame>
        <Page />
      </AdminFrame>
    </AdminGate>
  );
}

export function createAppRouter() {
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      authRoute,
      ...openRoutes,
      shellRoute.addChildren([...PAGES.map(routeOf), anyOtherRoute]),
    ]),
    defaultPreload: "intent",
    defaultPendingMs: PATIENCE,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ({ reset }) => (
      <ErrorState
        title="This page cannot be shown"
        message="Something went wrong on our side."
        onRetry={reset}
      />
    ),
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
  router.subscribe("onResolved", ({ toLocation }) => noteArea(toLocation.pathname));
  return router;
}
