import { Link } from "@tanstack/react-router";
import { CalendarClock, Check, Clock } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { AttentionItemOnWire } from "#features/attention/model.ts";
import { notifications } from "#features/daily-ops/web/api.ts";
import { useProposeOtherTimes } from "#features/planning/web/focus/use-propose-other-times.ts";
import { t, term } from "#i18n/message.ts";
import { readerDayAt } from "#platform/time/reader-clock.ts";
import { formatAgo, formatShortDay, formatTime, isSameDay } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { focusFirstStop, focusNextRow, moveAmongStops, rowKeys } from "#ui/keyboard/move-focus.ts";
import { useKeyHints, useShortcut } from "#ui/keyboard/shortcuts.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ListRow } from "#ui/lists/list-row.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { iconOfRecord } from "../record-icons.ts";
import { type Decision, isTask, type Needed, snoozedFor, useDecide, useNeedsYou } from "./use-needs-you.ts";

const FIRST = 5;
const DONE = { as: "done" as const };
const KEYS = [
  { keys: "e", label: t`Done` },
  { keys: "h", label: t`Snooze until tomorrow` },
  { keys: "#", label: t`Not important` },
  { keys: "p", label: t`Propose another time for an invitation` },
];

/** What needs the person in every area, the most important first, and decided on in place. */
export function NeedsYou() {
  const items = useNeedsYou();
  const decide = useDecide();
  useKeyHints(KEYS, t`Dashboard`);
  return (
    <QueryContent query={items} failure={t`What needs you could not be loaded`} rows={FIRST}>
      {(data) => <Items items={data} onDecide={decide} />}
    </QueryContent>
  );
}

type ItemsProps = { items: Needed[]; onDecide(decision: Decision): void };

function Items({ items, onDecide }: ItemsProps) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useShortcut("j", t`First thing that needs you`, t`Dashboard`, () => focusFirstStop(list.current));
  if (items.length === 0)
    return (
      <Text tone="faint" size="list">
        {t`Nothing needs you now.`}
      </Text>
    );
  return (
    <>
      <Stack ref={list} as="ul" gap={0} onKeyDown={moveAmongStops}>
        {items.slice(0, isWhole ? undefined : FIRST).map((item, index) => (
          <Item key={item.id} item={item} onDecide={onDecide} {...(item.why && { place: index + 1 })} />
        ))}
      </Stack>
      {items.length > FIRST && (
        <Button variant="subtle" size="compact-sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? term("Fewer", "button: show fewer events") : t`Show all ${items.length}`}
        </Button>
      )}
    </>
  );
}

/** `place`: among the things to do first. */
type ItemProps = { item: Needed; place?: number; onDecide(decision: Decision): void };

function Item({ item, place, onDecide }: ItemProps) {
  const row = useId();
  const decide = (decision: Omit<Decision, "item">) => {
    const element = document.getElementById(row);
    if (element) focusNextRow(element);
    onDecide({ item, ...decision });
  };
  const proposing = useProposeOtherTimes();
  const canPropose = item.acts.includes("propose");
  const propose = () => {
    if (!proposing.isPending) proposing.mutate({ eventId: item.record.id });
  };
  return (
    <ListRow
      as="li"
      id={row}
      onKeyDown={rowKeys({
        e: () => decide(DONE),
        h: () => decide(snoozedFor(1)),
        "#": () => decide({ as: "unimportant" }),
        ...(canPropose && { p: propose }),
      })}
      leading={<Leading item={item} place={place} />}
      title={
        <Link to={item.href} data-stop onClick={() => readNotice(item)}>
          {item.title}
        </Link>
      }
      detail={
        <Text as="span" tone="faint" size="label" overflow="dots">
          {wordsOf(item)}
        </Text>
      }
      facts={whenOf(item)}
      actions={<Acts {...{ item, decide }} {...(canPropose && { propose })} />}
    />
  );
}

type ActsProps = { item: Needed; decide(decision: Omit<Decision, "item">): void; propose?: () => void };

const Acts = ({ item, decide, propose }: ActsProps) => (
  <Row gap={0}>
    {propose && (
      <IconButton icon={CalendarClock} label={t`Propose another time: ${item.title}`} onClick={propose} />
    )}
    <IconButton
      icon={Check}
      label={isTask(item) ? t`Complete: ${item.title}` : t`Done: ${item.title}`}
      onClick={() => decide(DONE)}
    />
    <Menu
      label={t`Later, or not at all`}
      items={[
        { label: t`Tomorrow morning`, onSelect: () => decide(snoozedFor(1)) },
        { label: t`In 3 days`, onSelect: () => decide(snoozedFor(3)) },
        { label: t`In a week`, onSelect: () => decide(snoozedFor(7)) },
        "line",
        { label: t`Not important`, onSelect: () => decide({ as: "unimportant" }) },
        { label: t`Not mine`, onSelect: () => decide({ as: "not_mine" }) },
      ]}
      trigger={(props) => <IconButton {...props} icon={Clock} label={t`Later: ${item.title}`} />}
    />
  </Row>
);

function Leading({ item, place }: Pick<ItemProps, "item"> & { place: number | undefined }) {
  const Icon = iconOfRecord(item.record.kind);
  return place ? <Badge tone="accent">{place}</Badge> : <Icon size={16} strokeWidth={1.75} aria-hidden />;
}

const wordsOf = ({ person, reason, why = [reason] }: Needed): string =>
  [...(person ? [person] : []), ...why].join(" · ");

/** What was only announced is read once it was opened. */
function readNotice({ record: { kind, id } }: AttentionItemOnWire): void {
  // Where it fails, the item stays, and can be marked as done.
  if (kind === "notification") notifications.markRead.call({ id }).catch(() => undefined);
}

/** When it is due, else since when it waits: '14:30' today, 'Mar 5' where no time is named or on another day, '3 h ago'. */
function whenOf({ due, isDueDay, since }: AttentionItemOnWire): string {
  if (!due) return formatAgo(since);
  const at = new Date(new Date(due).getTime() - (isDueDay ? 1 : 0));
  const hasTime = !isDueDay && readerDayAt(at, 0, 0).getTime() !== at.getTime();
  return hasTime && isSameDay(at, new Date()) ? formatTime(at) : formatShortDay(at);
}
