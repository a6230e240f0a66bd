import { CalendarMinus2 } from "lucide-react";
import { plural, t } from "#i18n/message.ts";
import { Notice } from "#ui/feedback/notice.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import type { ProposalOnWire } from "./proposal-rows.ts";

type RoomOfferProps = { plan: ProposalOnWire; onMakeRoom(): void };

/** Where a plan is too full, meetings may give way. */
export function RoomOffer({ plan, onMakeRoom }: RoomOfferProps) {
  const words = crowdedBy(plan);
  return words.length > 0 ? <Offer words={words} onMakeRoom={onMakeRoom} /> : null;
}

function Offer({ words, onMakeRoom }: { words: readonly string[]; onMakeRoom(): void }) {
  useShortcut("o", t`Make room`, t`Calendar: the proposed plan`, onMakeRoom);
  return (
    <Notice
      icon={CalendarMinus2}
      actions={
        <Button variant="default" size="compact-sm" aria-keyshortcuts="o" onClick={onMakeRoom}>
          {t`Make room`}
        </Button>
      }
    >
      {words.join(" · ")}
    </Notice>
  );
}

/** What is late, close to late though promised, or without a place, and days with too many meetings. */
function crowdedBy({ terms, unplaced, notes, blocks }: ProposalOnWire): string[] {
  const late = new Set(terms.flatMap(({ kind, item }) => (kind === "late" ? [item] : [])));
  const promised = new Set(
    blocks.flatMap(({ item, reasons }) => (reasons.some(({ kind }) => kind === "promised") ? [item] : [])),
  );
  const close = terms.filter(
    ({ kind, item }) => kind === "close" && promised.has(item) && !late.has(item),
  ).length;
  const days = new Set(
    notes.flatMap(({ kind, day }) => (kind === "meetings" || kind === "focus" ? [day] : [])),
  );
  const counted = late.size;
  return [
    counted > 0 && plural(counted, { one: `${counted} is late`, other: `${counted} are late` }),
    close > 0 && plural(close, { one: `${close} promise is tight`, other: `${close} promises are tight` }),
    unplaced.length > 0 &&
      plural(unplaced.length, {
        one: `${unplaced.length} has no room`,
        other: `${unplaced.length} have no room`,
      }),
    days.size > 0 &&
      plural(days.size, {
        one: `meetings take too much of ${days.size} day`,
        other: `meetings take too much of ${days.size} days`,
      }),
  ].filter((words) => words !== false);
}
