import { Navigate, Outlet, useLocation } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useState } from "react";
import { LazyCallStage } from "#features/communication/web/calls/lazy-call-stage.tsx";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterDialog, laterPart } from "#ui/later-part.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { PageNoticeProvider } from "#ui/page-notice.tsx";
import { useAuth } from "../session/auth-provider.tsx";
import { foreignZone } from "../session/session-clock.ts";
import { rememberRedirect } from "../session/sign-in-redirect.ts";
import { useTravelChoice } from "../session/travel-choice.ts";
import { useSystem } from "../session/use-system.ts";
import { Header } from "./header.tsx";
import { Logo } from "./logo.tsx";
import styles from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { useAdoptedClock } from "./use-adopted-clock.ts";
import { useAnnouncements } from "./use-announcements.ts";
import { useAppearance } from "./use-appearance.ts";
import { useIdlePreload } from "./use-idle-preload.ts";
import { useNavigationShortcuts } from "./use-navigation-shortcuts.ts";
import { useRefreshAfterMaintenance } from "./use-refresh-after-maintenance.ts";

const Drawer = laterDialog(async () => (await import("#ui/overlays/drawer.tsx")).Drawer);
const AddressNotice = laterPart(async () => (await import("./address-notice.tsx")).AddressNotice);
/** Only for instances that count page views. */
const AnalyticsQuestion = laterPart(async () => (await import("./analytics-question.tsx")).AnalyticsQuestion);
const ImpersonationBanner = laterPart(
  async () => (await import("./impersonation-banner.tsx")).ImpersonationBanner,
);
const Maintenance = laterPart(async () => (await import("../session/maintenance.tsx")).Maintenance);
const ZoneBanner = laterPart(async () => (await import("./zone-banner.tsx")).ZoneBanner);
const AssistantOverlay = laterDialog(
  async () => (await import("../assistant/assistant-overlay.tsx")).AssistantOverlay,
);
const Palette = laterDialog(async () => (await import("../palette/palette.tsx")).Palette);

function NoticeOfAddress() {
  const { user } = useAuth();
  return user?.emailState === "unproven" && <AddressNotice />;
}

const ADDRESS_NOTICE = <NoticeOfAddress />;
/** A constant: a new element on each render would navigate again at each step of its own navigation. */
const TO_SIGN_IN = <Navigate to="/auth" replace />;

/** The frame of every page but the sign-in and public pages: redirects signed-out visitors. */
export function Shell() {
  const { isLoading, user, isAdmin, error, retry } = useAuth();
  const { appName, maintenanceMode, countsPages } = useSystem();
  const { pathname, href } = useLocation();
  if (isLoading) return <Checking isDashboard={pathname === "/"} />;
  if (error)
    return <ErrorState title={t`${appName} cannot be reached`} message={error.message} onRetry={retry} />;
  if (!user) return <ToSignIn returnTo={href} />;
  return (
    <SignedInShell
      key={user.id}
      appName={appName}
      isClosed={maintenanceMode && !isAdmin}
      countsPages={countsPages}
    />
  );
}

function Checking({ isDashboard }: { isDashboard: boolean }) {
  return <Spinner label={isDashboard ? t`Checking permissions...` : t`Loading`} showLabel={isDashboard} />;
}

function ToSignIn({ returnTo }: { returnTo: string }) {
  useState(() => rememberRedirect(returnTo));
  return TO_SIGN_IN;
}

type SignedInProps = { appName: string; isClosed: boolean; countsPages: boolean };

function SignedInShell({ appName, isClosed, countsPages }: SignedInProps) {
  const { clockKey } = useAuth();
  const [wasOpen, setWasOpen] = useState(!isClosed);
  if (!isClosed && !wasOpen) setWasOpen(true);
  useAnnouncements();
  useAppearance();
  useAdoptedClock();
  useRefreshAfterMaintenance(isClosed);
  return (
    <>
      {isClosed && <Maintenance />}
      {wasOpen && (
        <div inert={isClosed}>
          <AppShell key={clockKey} appName={appName} />
          <LazyCallStage />
          {countsPages && <AnalyticsQuestion />}
        </div>
      )}
    </>
  );
}

/** The assistant over the page, by its key, the sidebar, the palette, or the header of a phone. */
function useAssistantOverlay() {
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const { pathname } = useLocation();
  const open = () => setOpenedAt(pathname);
  const close = () => setOpenedAt(null);
  // A link of an answer leads to its page, which is then seen; the way back does not open it again.
  if (openedAt !== null && openedAt !== pathname) setOpenedAt(null);
  const isOpen = openedAt === pathname;
  useShortcut("mod+j", t`Ask the assistant`, t`General`, () => (isOpen ? close() : open()), "everywhere");
  return { isOpen, open, close };
}

function AppShell({ appName }: { appName: string }) {
  const { user, impersonation } = useAuth();
  const isAsked = useTravelChoice(user?.timeZone) === null && user !== null && foreignZone(user) !== null;
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [search, setSearch] = useState<string>();
  const assistant = useAssistantOverlay();
  useIdlePreload();
  useFetchAfterPage(Palette, Drawer, AssistantOverlay);
  useNavigationShortcuts();
  useShortcut("mod+k", t`Search and commands`, t`General`, () => setSearch(""));
  useShortcut("/", t`Search`, t`General`, () => setSearch(""), "everywhere");
  return (
    <>
      <a href="#content" className={styles.skip}>
        {t`Skip to content`}
      </a>
      <Header
        appName={appName}
        onOpenDrawer={() => setDrawerOpen(true)}
        onSearch={setSearch}
        onAssistant={assistant.open}
      />
      <Row gap={0} align="stretch">
        <aside className={styles.side}>
          <Sidebar onAssistant={assistant.open} />
        </aside>
        <main id="content" className={styles.content} tabIndex={-1}>
          {impersonation && <ImpersonationBanner />}
          {isAsked && <ZoneBanner />}
          <PageNoticeProvider value={ADDRESS_NOTICE}>
            <Outlet />
          </PageNoticeProvider>
        </main>
      </Row>
      {isDrawerOpen && (
        <Drawer isOpen onClose={() => setDrawerOpen(false)} label={t`Menu`}>
          <Row gap={10} pad="8px 8px 0 22px">
            <Logo size="1.5rem" />
            <Text as="span" size="lead" weight="strong" grow>
              {appName}
            </Text>
            <IconButton label={t`Close menu`} icon={X} onClick={() => setDrawerOpen(false)} />
          </Row>
          <Sidebar
            onNavigate={() => setDrawerOpen(false)}
            onAssistant={() => {
              setDrawerOpen(false);
              assistant.open();
            }}
          />
        </Drawer>
      )}
      {assistant.isOpen && <AssistantOverlay onClose={assistant.close} />}
      {search !== undefined && <Palette initialText={search} onClose={() => setSearch(undefined)} />}
    </>
  );
}
