import { EllipsisVertical, Link2, MapPin, Pencil, Trash2, Users } from "lucide-react";
import { plural, t, term } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { Badge } from "#ui/display/badge.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import type { EventOnWire } from "../../model.ts";
import { useEventColor } from "../calendars/use-calendars.ts";
import { describeDaysAndTimes, describeTimes, linkOf, titleOf, toneOf } from "../format-events.ts";
import { BLOCK_MARKS, useBlockKind } from "../planning/planned-blocks.ts";
import type { BlockKind } from "../slots.ts";
import tones from "../views/event-tone.module.css";
import { deleteEvent } from "./event-actions.ts";
import styles from "./event-row.module.css";
import { isUpcoming } from "./occurrence.ts";
import { openEvent } from "./open-editor.ts";

type EventRowProps = {
  event: EventOnWire;
  /** For lists of many days: each row shows its day. */
  withDay?: boolean;
};

/** One event in a list: its title opens it, its menu edits and deletes (CAL-07). */
export function EventRow({ event, withDay }: EventRowProps) {
  const title = titleOf(event);
  const link = linkOf(event.meetingLink);
  const kind = useBlockKind(event.id);
  const times = withDay ? describeDaysAndTimes(event) : describeTimes(event);
  return (
    <li
      className={`${tones.event} ${styles.row}`}
      data-tone={toneOf(event.category)}
      style={useEventColor(event.calendarId)}
    >
      <Text as="div" grow>
        <PlainButton className={styles.title} onClick={() => openEvent(event.id)}>
          {title}
        </PlainButton>
        <Row as="p" lineGap={2} wrap tone="soft" size="label" isTabular>
          {times}
          {withDay && isOngoing(event) && <Badge tone="good">{t`Now`}</Badge>}
        </Row>
        <Facts event={event} />
        {(event.createdByAi || event.category || link || hasSyncError(event)) && (
          <Row gap={6} wrap margin="6px 0 0">
            {kind ? (
              <BlockMark kind={kind} />
            ) : (
              event.createdByAi && <Badge tone="accent">{t`AI Created`}</Badge>
            )}
            {event.syncState === "conflict" && <Badge tone="warn">{t`Sync conflict`}</Badge>}
            {event.syncState === "refused" && <Badge tone="warn">{t`Not synced`}</Badge>}
            {event.category && <Badge>{event.category}</Badge>}
            {link && (
              <a href={link} target="_blank" rel="noopener noreferrer" className={styles.join}>
                <Link2 size={14} strokeWidth={1.75} aria-hidden />
                {term("Join", "link: join an online meeting")}
              </a>
            )}
          </Row>
        )}
      </Text>
      <Menu
        label={t`Actions for '${title}'`}
        items={[
          { label: t`Edit`, icon: Pencil, onSelect: () => openEvent(event.id) },
          { label: t`Delete`, icon: Trash2, isDestructive: true, onSelect: () => void deleteEvent(event) },
        ]}
        trigger={(props) => (
          <IconButton label={t`Actions for '${title}'`} icon={EllipsisVertical} {...props} />
        )}
      />
    </li>
  );
}

function BlockMark({ kind }: { kind: BlockKind }) {
  const { icon, word } = BLOCK_MARKS[kind];
  return (
    <IconText icon={icon} iconSize={14} size="label" tone="soft" iconTone="accent">
      {word.charAt(0).toUpperCase() + word.slice(1)}
    </IconText>
  );
}

const isOngoing = (event: EventOnWire) =>
  !event.isAllDay && Date.parse(event.startTime) <= Date.now() && isUpcoming(event, new Date());

const Facts = ({ event: { location, attendees } }: { event: EventOnWire }) =>
  (location || attendees.length > 0) && (
    <Row as="ul" gap={12} tone="soft" size="label" isTabular>
      {location && (
        <Row as="li" gap={4} shrink title={location}>
          <MapPin size={14} strokeWidth={1.75} aria-hidden />
          <Text as="span" overflow="dots">
            {location}
          </Text>
        </Row>
      )}
      {attendees.length > 0 && (
        <Row as="li" gap={4} title={attendees.join(", ")}>
          <Users size={14} strokeWidth={1.75} aria-hidden />
          <span>
            {rich(
              plural(attendees.length, {
                one: `${attendees.length}<0> attendee</0>`,
                other: `${attendees.length}<0> attendees</0>`,
              }),
              (words) => (
                <span className="visually-hidden">{words}</span>
              ),
            )}
          </span>
        </Row>
      )}
    </Row>
  );

const hasSyncError = ({ syncState }: EventOnWire) => syncState === "conflict" || syncState === "refused";
