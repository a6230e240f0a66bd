import { plural, t } from "#i18n/message.ts";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { MAX_UNREADABLE } from "../../model.ts";
import styles from "./calendars-dialog.module.css";
import type { CalendarOnWire } from "./use-calendars.ts";

type Unreadable = CalendarOnWire["unreadable"];

/** What the last syncs of a calendar could not read, each with its reason, so that the person can mend it there. */
export function UnreadableEvents({ of: unreadable }: { of: Unreadable }) {
  if (unreadable.length === 0) return null;
  return (
    <details className={styles.unreadable}>
      <summary>
        <Text as="span" size="list" tone="warn">
          {summaryOf(unreadable)}
        </Text>
      </summary>
      <Stack as="ul" gap={8}>
        {numbered(unreadable).map(({ key, href, line, title, reason, isShown }) => (
          <li key={key}>
            <Text weight="medium" size="list" overflow="break">
              {title || fileNameOf(href)}
              {isShown && ` ${t`(shown in part)`}`}
            </Text>
            <Text tone="soft" size="list" overflow="break">
              {reason}
              {line > 0 && ` ${t`(line ${line})`}`}
            </Text>
          </li>
        ))}
      </Stack>
    </details>
  );
}

function summaryOf(unreadable: Unreadable): string {
  const notes = unreadable.filter(({ kind }) => kind === "note").map(({ title }) => title);
  const missing = unreadable.filter(({ kind, isShown }) => kind !== "note" && !isShown).length;
  const partial = unreadable.filter(({ isShown }) => isShown).length;
  const isCutOff = unreadable.length >= MAX_UNREADABLE;
  return [
    ...(missing > 0 ? [cannotBeRead(missing, isCutOff)] : []),
    ...(partial > 0 ? [missing > 0 ? inPart(partial) : shownInPart(partial, isCutOff)] : []),
    ...notes.map((count) => t`${count} not shown`),
  ].join(" · ");
}

const cannotBeRead = (count: number, isCutOff: boolean) =>
  isCutOff
    ? plural(count, {
        one: `${count} or more event cannot be read`,
        other: `${count} or more events cannot be read`,
      })
    : plural(count, { one: `${count} event cannot be read`, other: `${count} events cannot be read` });

const shownInPart = (count: number, isCutOff: boolean) =>
  isCutOff
    ? plural(count, {
        one: `${count} or more event shown in part`,
        other: `${count} or more events shown in part`,
      })
    : plural(count, { one: `${count} event shown in part`, other: `${count} events shown in part` });

const inPart = (count: number) => plural(count, { one: `${count} in part`, other: `${count} in part` });

/** Two occurrences of one event can fail in the same way. */
const numbered = (unreadable: Unreadable) =>
  unreadable.map((each, index) => ({ ...each, key: `${index} ${each.href}` }));

/** The last part of an address on a server; the UID of an event in a feed says nothing to a person. */
const fileNameOf = (href: string) => URL.parse(href)?.pathname.split("/").at(-1) || t`(No title)`;
