import { CalendarClock, Send, Trash2 } from "lucide-react";
import { t } from "#i18n/message.ts";
import { formatTime } from "#ui/dates.ts";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { formatRecent } from "../format-moment.ts";
import { snoozeTimes, tomorrowMorning } from "../organizing/later-times.ts";
import { clockOf } from "../writing/compose-draft.ts";
import type { Composition } from "../writing/use-composition.ts";

/** Sends it, now or later. */
export const AnswerFooter = ({ composition }: { composition: Composition }) => {
  const { draft, savedAt, isChanged, discard } = composition;
  const SendIcon = draft.isScheduled ? CalendarClock : Send;
  return (
    <Row wrap>
      <Button type="submit" leftSection={<SendIcon size={16} strokeWidth={1.75} aria-hidden />}>
        {t`Send`}
      </Button>
      <SendLater composition={composition} />
      <Text as="span" size="label" tone="faint" role="status" grow>
        {savedAt && t`Draft saved ${formatTime(savedAt)}`}
      </Text>
      {isChanged && <IconButton label={t`Discard`} icon={Trash2} onClick={discard} />}
    </Row>
  );
};

/** Usual times send it at once; another one is chosen in fields. */
function SendLater({ composition: { set, submit } }: { composition: Composition }) {
  const times = snoozeTimes().map(({ label, at }) => ({
    label,
    shortcut: formatRecent(at.toISOString()),
    onSelect: () => submit({ isScheduled: true, ...clockOf(at) }),
  }));
  const other = {
    label: t`Choose a day and a time`,
    icon: CalendarClock,
    onSelect: () => set({ isScheduled: true, ...clockOf(tomorrowMorning()) }),
  };
  return (
    <Menu
      label={t`Send later`}
      items={[...times, "line", other]}
      trigger={(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<CalendarClock size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t`Send later`}
        </Button>
      )}
    />
  );
}
