import { expect, test } from "vitest";
import { isOpenPath, OPEN_PATHS } from "../open-paths.ts";
import { ACTIONS } from "./actions.ts";
import { ADMIN_PAGES, ADMIN_SECTIONS, ANNOUNCED_PAGES } from "./admin/admin-navigation.ts";
import { FEATURES } from "./dashboard/features.ts";
import { OPEN_PAGES, PAGES } from "./pages.tsx";
import { DESTINATIONS } from "./palette/destinations.ts";
import { ADMIN, AREAS, SETTINGS } from "./shell/navigation.ts";

const paths = PAGES.map(({ path }) => path);
/** Pages of single records, below their area. */
const RECORDS = ["/documents/$id", "/tasks/projects/$id"];
/** Pages outside of the specification, in the admin sidebar, and the former address of four of them. */
const OPERATIONS = ["health", "jobs", "backups", "accounts", "audit"].map((name) => `/admin/${name}`);
const FORMER = "/admin/operations";

test("SHELL-27: the sidebar has its items in the specified order", () => {
  expect(AREAS.map(({ label }) => label)).toEqual([
    "Dashboard",
    "Daily Ops",
    "Email",
    "Calendar",
    "Tasks",
    "Communication",
    "Documents",
    "Team",
    "Integrations",
  ]);
});

test("SHELL-05..20: every path of the route table has one page, and so have invitation links", () => {
  const placeholders = [
    "users",
    "email",
    "api-keys",
    "database",
    "analytics",
    "seo",
    "server",
    "notifications",
    "content",
  ];
  const areas = AREAS.map(({ href }) => href);
  const overviews = ["/ai-assistant", "/analytics", "/quick-actions", "/promises"];
  const admin = ["/admin", "/admin-debug", "/admin/settings", "/admin/payments", ...OPERATIONS, FORMER];
  const expected = [
    ...areas,
    ...RECORDS,
    "/settings",
    ...overviews,
    "/invitation",
    "/agents/authorize",
    ...admin,
    ...placeholders.map((name) => `/admin/${name}`),
  ];
  expect(paths.toSorted()).toEqual(expected.toSorted());
});

test("ADMIN-02 (decision 25): the admin sidebar has the real pages first, then the announced ones, each in the specified order", () => {
  expect(ADMIN_PAGES.map(({ href }) => href).filter((href) => !OPERATIONS.includes(href))).toEqual([
    "/admin",
    "/admin/settings",
    "/admin/payments",
  ]);
  expect(ANNOUNCED_PAGES.map(({ href }) => href)).toEqual([
    "/admin/users",
    "/admin/email",
    "/admin/api-keys",
    "/admin/database",
    "/admin/analytics",
    "/admin/seo",
    "/admin/server",
    "/admin/notifications",
    "/admin/content",
  ]);
  expect(
    PAGES.filter(({ adminOnly }) => adminOnly)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([...ADMIN_SECTIONS.map(({ href }) => href), FORMER].toSorted());
});

test("SHELL-02: all links of the sidebar, the cards and the actions exist", () => {
  const actions = ACTIONS.flatMap(({ act }) => ("href" in act ? [act.href.replace(/\?.*/, "")] : []));
  const below = [...DESTINATIONS, ...ADMIN_SECTIONS].map(({ href }) => ({
    href: href.replace(/\?.*/, ""),
  }));
  const links = [...AREAS, SETTINGS, ADMIN, ...FEATURES, ...below].map(({ href }) => href);
  expect([...links, ...actions].filter((href) => !paths.includes(href))).toEqual([]);
});

test("DASH-11..20: ten cards link to the ten areas", () => {
  expect(FEATURES.map(({ href }) => href)).toEqual([
    "/email",
    "/calendar",
    "/tasks",
    "/ai-assistant",
    "/analytics",
    "/team",
    "/documents",
    "/quick-actions",
    "/communication",
    "/daily-ops",
  ]);
});

test("AUTH-04: the server sends the sign-in page to signed-out visitors of every page that is not open", () => {
  expect(OPEN_PATHS).toEqual(OPEN_PAGES.map(({ path }) => path));
  expect(isOpenPath("/book/ada")).toBe(true);
  expect([...paths, "/booking", "/nowhere/book/ada"].filter(isOpenPath)).toEqual([]);
});
