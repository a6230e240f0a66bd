import { ChevronLeft, ChevronRight, Layers, PanelRight, Settings2, Trash2 } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { formatDateRange } from "#ui/dates.ts";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { SearchField } from "#ui/inputs/search-field.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { CALENDAR_VIEWS, type CalendarAddress, type CalendarView } from "./calendar-address.ts";
import styles from "./calendar-toolbar.module.css";
import { type Day, dayAt, noonOf, weekOf } from "./days.ts";
import { formatFullDay, formatMonth } from "./format-events.ts";
import type { PanelState } from "./panel/panel-state.ts";
import { PANEL_ID } from "./panel/side-panel.tsx";
import type { ChangeAddress } from "./use-calendar-address.ts";
import { stepDay } from "./views/step-day.ts";

type ToolbarProps = {
  address: CalendarAddress;
  view: CalendarView;
  day: Day;
  weekStart: number;
  change: ChangeAddress;
  panel: PanelState;
  onSettings(): void;
  onCalendars(): void;
};

const LABELS: Record<CalendarView, string> = {
  month: term("Month", "a view of the calendar"),
  week: term("Week", "a view of the calendar"),
  day: term("Day", "a view of the calendar"),
  agenda: term("Agenda", "a view of the calendar"),
};

export function CalendarToolbar({
  address,
  view,
  day,
  weekStart,
  change,
  panel,
  onSettings,
  onCalendars,
}: ToolbarProps) {
  const go = (date: Day) => change({ date, trash: undefined, search: undefined });
  return (
    <Row wrap className={styles.toolbar}>
      <Button variant="default" onClick={() => go(dayAt(new Date()))}>
        {t`Today`}
      </Button>
      <Row gap={0} align="stretch">
        <IconButton label={PREVIOUS[view]} icon={ChevronLeft} onClick={() => go(stepDay(day, view, -1))} />
        <IconButton label={NEXT[view]} icon={ChevronRight} onClick={() => go(stepDay(day, view, 1))} />
      </Row>
      <h2 className={styles.title} aria-live="polite">
        {heading(day, view, weekStart)}
      </h2>
      <div className={styles.search}>
        <SearchField
          label={t`Search events`}
          text={address.search ?? ""}
          onSearch={(text) => change({ search: text, trash: undefined }, { replace: true })}
        />
      </div>
      <ViewChoice
        view={view}
        onChoose={(next) => change({ view: next, trash: undefined, search: undefined })}
      />
      <IconButton label={t`Calendars`} icon={Layers} onClick={onCalendars} />
      <IconButton label={t`Calendar settings`} icon={Settings2} onClick={onSettings} />
      <IconButton label={t`Trash`} icon={Trash2} onClick={() => change({ trash: true, search: undefined })} />
      <IconButton
        label={t`Side panel`}
        icon={PanelRight}
        aria-expanded={panel.isOpen}
        aria-controls={panel.isOpen ? PANEL_ID : undefined}
        onClick={panel.toggle}
      />
    </Row>
  );
}

type ViewChoiceProps = { view: CalendarView; onChoose(view: CalendarView): void };

const ViewChoice = ({ view, onChoose }: ViewChoiceProps) => (
  <fieldset className={styles.views}>
    <legend className="visually-hidden">{term("View", "month, week, day or agenda")}</legend>
    {CALENDAR_VIEWS.map((each) => (
      <button
        key={each}
        type="button"
        className={styles.view}
        aria-pressed={each === view}
        onClick={() => onChoose(each)}
      >
        {LABELS[each]}
      </button>
    ))}
  </fieldset>
);

/** How far the arrow buttons go. */
const PREVIOUS: Record<CalendarView, string> = {
  month: t`Previous month`,
  week: t`Previous week`,
  day: t`Previous day`,
  agenda: t`Previous week`,
};
const NEXT: Record<CalendarView, string> = {
  month: t`Next month`,
  week: t`Next week`,
  day: t`Next day`,
  agenda: t`Next week`,
};

function heading(day: Day, view: CalendarView, weekStart: number): string {
  if (view === "month") return formatMonth(day);
  if (view === "day" || view === "agenda") return formatFullDay(day);
  const week = weekOf(day, weekStart);
  return formatDateRange(noonOf(week[0] ?? day), noonOf(week[6] ?? day));
}
