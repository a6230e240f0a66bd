import { Plus } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { PageButton } from "#ui/inputs/button.tsx";
import { laterDialog, laterPart } from "#ui/later-part.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { usePrinting } from "#ui/layout/use-printing.ts";
import { Page } from "#ui/page.tsx";
import { useAddressAction } from "#ui/use-address-action.ts";
import { type CalendarAddress, type CalendarView, isPhoneNow, rememberedView } from "./calendar-address.ts";
import styles from "./calendar-page.module.css";
import { CalendarToolbar } from "./calendar-toolbar.tsx";
import { type Day, dayAt, weekOf } from "./days.ts";
import { defaultTimes } from "./events/default-times.ts";
import { OpenDialog, OpenQuestion } from "./events/open-dialog.tsx";
import { openEvent, openNewEvent } from "./events/open-editor.ts";
import { QuickAdd } from "./events/quick-add.tsx";
import { DayEvents } from "./panel/panel-events.tsx";
import { type PanelState, usePanelState } from "./panel/panel-state.ts";
import { SidePanel } from "./panel/side-panel.tsx";
import { OpenPlan } from "./planning/open-plan.tsx";
import { OpenReview } from "./planning/open-review.tsx";
import { OpenWhatIf } from "./planning/open-what-if.tsx";
import { PlanButton } from "./planning/plan-button.tsx";
import { BlockKinds, useBlockKinds } from "./planning/planned-blocks.ts";
import { useCalendarSettings } from "./settings/use-calendar-settings.ts";
import { type ChangeAddress, useCalendarAddress } from "./use-calendar-address.ts";
import { useCalendarKeys } from "./use-calendar-keys.ts";
import { AgendaView } from "./views/agenda-view.tsx";
import { TimeGrid } from "./views/time-grid.tsx";
import { type EventWindow, useEventWindow, useFailureToast } from "./views/use-event-window.ts";

/** Fetched when they are opened. */
const CalendarsDialog = laterDialog(
  async () => (await import("./calendars/calendars-dialog.tsx")).CalendarsDialog,
);
const SettingsDialog = laterDialog(
  async () => (await import("./settings/settings-dialog.tsx")).SettingsDialog,
);
const SearchResults = laterPart(async () => (await import("./events/search-results.tsx")).SearchResults);
const MonthView = laterPart(
  async () => (await import("./views/month-view.tsx")).MonthView,
  <SkeletonRows count={8} label={t`Loading events`} />,
);
const TrashPanel = laterPart(async () => (await import("./trash-panel.tsx")).TrashPanel);
const PrintedAgenda = laterPart(async () => (await import("./printing/printed-agenda.tsx")).PrintedAgenda);
const LATER = [CalendarsDialog, SettingsDialog, SearchResults, TrashPanel, MonthView, PrintedAgenda];

export function CalendarPage() {
  const { address, change } = useCalendarAddress();
  const view = address.view ?? viewOfPlan(address.plan) ?? rememberedView();
  const day = address.date ?? dayAt(new Date());
  const window = useEventWindow(day);
  const { weekStart } = useCalendarSettings();
  const show = (dialog: CalendarAddress["show"]) => change({ show: dialog }, { replace: true });
  useFailureToast(window.phase);
  useDialogFromAddress(address, change);
  const panel = besidePlan(usePanelState(), address, change);
  const togglePlan = () => change(address.plan ? WITHOUT_PLAN : planFor(view, "week"), { replace: true });
  const toggleWhatIf = () =>
    change(address.plan === "what-if" ? WITHOUT_PLAN : planFor(view, "what-if"), { replace: true });
  useCalendarKeys(change, panel.toggle, togglePlan, toggleWhatIf);
  useFetchAfterPage(...LATER);
  const isPrinted = usePrinting() && !address.trash && !address.search;
  const kinds = useBlockKinds(day, window.events);
  const planning = { address, change, isBeside: panel.isBeside, isPhone: panel.isPhone };
  const pick = (date: Day) => change({ date }, { replace: true });
  return (
    <BlockKinds value={kinds}>
      <Page
        isCompact
        title={t`Calendar`}
        wide
        actions={<PlanButton isOpen={address.plan !== undefined} onToggle={togglePlan} />}
        primaryAction={
          <PageButton icon={Plus} label={t`Create Event`} onClick={() => openNewEvent(defaultTimes(day))} />
        }
      >
        {isPrinted && <PrintedAgenda {...{ view, day, weekStart }} events={window.events} />}
        <div className={styles.layout} data-panel={panelBeside(panel, address)}>
          <div className={styles.quick}>
            <QuickAdd onAdded={pick} />
          </div>
          <div className={styles.toolbar}>
            <CalendarToolbar
              {...{ address, view, day, weekStart, change, panel }}
              onSettings={() => show("settings")}
              onCalendars={() => show("calendars")}
            />
          </div>
          <div className={styles.main}>
            <Content {...{ address, view, day, weekStart, window, change }} onPick={pick} />
          </div>
          {panel.isPhone && view === "month" && (
            <Stack surface="card" shrink>
              <DayEvents day={day} window={window} />
            </Stack>
          )}
          <SidePanel {...{ panel, day, window }} onPick={pick} onCalendars={() => show("calendars")} />
          <OpenPlan {...planning} />
          <OpenWhatIf {...planning} events={window.events} />
          <OpenReview {...{ address, change, weekStart }} isPhone={panel.isPhone} />
        </div>
        <OpenDialogs shown={address.show} onShow={show} />
      </Page>
    </BlockKinds>
  );
}

type Dialog = CalendarAddress["show"];

const OpenDialogs = ({ shown, onShow }: { shown: Dialog; onShow(dialog: Dialog): void }) => (
  <>
    <OpenDialog />
    <OpenQuestion />
    {shown === "calendars" && <CalendarsDialog onClose={() => onShow(undefined)} />}
    {(shown === "settings" || shown === "planning") && (
      <SettingsDialog part={shown} onPart={onShow} onClose={() => onShow(undefined)} />
    )}
  </>
);

const WITHOUT_PLAN = { plan: undefined, from: undefined };

/** Of today on; in the views that have no hours the plan chooses another. */
const planFor = (view: CalendarView, plan: "week" | "what-if") => ({
  ...{ plan, from: undefined, trash: undefined, search: undefined },
  ...(plan === "week" && { date: undefined }),
  ...((view === "month" || view === "agenda") && { view: undefined }),
});

/** Hours beside the proposal show where its blocks are; a phone has no room for both. */
function viewOfPlan(plan: CalendarAddress["plan"]): CalendarView | undefined {
  if (!plan || isPhoneNow()) return undefined;
  return plan === "day" ? "day" : "week";
}

/** The plan takes the place of the side panel, which is opened in place of the plan. */
function besidePlan(panel: PanelState, { plan }: CalendarAddress, change: ChangeAddress): PanelState {
  if (!plan || !panel.isBeside) return panel;
  const toggle = () => {
    change(WITHOUT_PLAN, { replace: true });
    if (!panel.isOpen) panel.toggle();
  };
  return { ...panel, isOpen: false, toggle };
}

function panelBeside({ isBeside, isOpen }: PanelState, { plan }: CalendarAddress) {
  if (!isBeside) return undefined;
  return plan ? "plan" : isOpen || undefined;
}

type ContentProps = {
  address: CalendarAddress;
  view: CalendarView;
  day: Day;
  weekStart: number;
  window: EventWindow;
  change: ChangeAddress;
  onPick(day: Day): void;
};

function Content({ address, view, day, weekStart, window, change, onPick }: ContentProps) {
  if (address.trash) return <TrashPanel onLeave={() => change({ trash: undefined })} />;
  if (address.search) return <SearchResults text={address.search} />;
  if (window.phase === "failed" && window.events.length === 0)
    return (
      <ErrorState
        title={t`The events could not be read`}
        message={t`Nothing is lost. Please try again.`}
        onRetry={window.retry}
      />
    );
  const showDay = (date: Day) => change({ date, view: "day" });
  if (view === "month") return <MonthView {...{ day, window, onPick }} onShowDay={showDay} />;
  if (view === "agenda") return <AgendaView {...{ day, window }} onShowDay={showDay} />;
  const days = view === "week" ? weekOf(day, weekStart) : [day];
  return <TimeGrid {...{ day, days, window, onPick }} onShowDay={showDay} />;
}

/**
 * `?event=` and `?create=` open a dialog; they are removed from the URL at once, so that closing needs no navigation.
 */
function useDialogFromAddress({ event, create, date }: CalendarAddress, change: ChangeAddress): void {
  useAddressAction(event, (id) => {
    openEvent(id);
    change({ event: undefined }, { replace: true });
  });
  useAddressAction(create || undefined, () => {
    openNewEvent(defaultTimes(date ?? dayAt(new Date())));
    change({ create: undefined }, { replace: true });
  });
}
