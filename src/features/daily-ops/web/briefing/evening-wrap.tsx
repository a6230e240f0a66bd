import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { plural, t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { Button } from "#ui/inputs/button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { useNow } from "#ui/use-now.ts";
import { EVENING_LABELS, EVENING_PARTS, type EveningOnWire } from "../../evening-model.ts";
import { briefings, FRESH } from "../api.ts";
import { InnerLink } from "../inner-link.tsx";
import panel from "../panel.module.css";
import styles from "./evening-wrap.module.css";
import { LinkedText } from "./linked-text.tsx";

const EVENING = briefings.evening.query({});

/** The end of the day, from the end of the working hours on; nothing where there is nothing to say. */
export function EveningWrap() {
  const { data } = useQuery({
    ...EVENING,
    ...FRESH,
    // Before its time it is empty.
    refetchInterval: ({ state }) =>
      state.data && !state.data.isTime
        ? Math.max(new Date(state.data.from).getTime() - Date.now(), 60_000)
        : false,
  });
  const now = useNow(60_000);
  if (!data || now < new Date(data.from).getTime()) return null;
  const { date, lines, left } = data;
  if (lines.length === 0 && left.length === 0) return null;
  return (
    <Stack as="section" gap={16} pad={16} surface="card" className={panel.card} aria-labelledby="evening">
      <h3 id="evening" className={panel.cardTitle}>
        {t`Your evening`}
      </h3>
      <div className={styles.columns}>
        {EVENING_PARTS.map((part) => {
          const ofPart = lines.filter((line) => line.part === part);
          if (ofPart.length === 0) return null;
          return (
            <Stack as="section" key={part} gap={8} shrink aria-labelledby={`evening-${part}`}>
              <h4 id={`evening-${part}`} className={styles.title}>
                {EVENING_LABELS[part]}
              </h4>
              <Stack as="ul" gap={8}>
                {ofPart.map(({ time, text, note, records }) => (
                  <li key={`${time} ${text}`} className={styles.line}>
                    {time && <span className={styles.time}>{time} </span>}
                    <LinkedText text={text} records={records} />
                    {note && (
                      <Text as="span" tone="soft" size="list" className={styles.note}>
                        {note}
                      </Text>
                    )}
                  </li>
                ))}
              </Stack>
            </Stack>
          );
        })}
      </div>
      {left.length > 0 && <Left date={date} left={left} />}
    </Stack>
  );
}

function Left({ date, left }: Pick<EveningOnWire, "date" | "left">) {
  const moving = useWrite({
    send: () => briefings.moveLeft.call({ date, ids: left.map(({ id }) => id) }),
    invalidates: [["briefings"], ["tasks"]],
    done: ({ ids }) =>
      plural(ids.length, {
        one: "1 task moved to tomorrow",
        other: `${ids.length} tasks moved to tomorrow`,
      }),
    failed: t`The tasks could not be moved`,
    undo: ({ moved }) => ({
      send: () => briefings.moveBack.call({ moved }),
      failed: t`The tasks could not be moved back`,
    }),
  });
  const move = () => {
    if (!moving.isPending) moving.mutate();
  };
  useShortcut("m", t`Move what is left to tomorrow`, t`Daily Ops`, move);
  return (
    <Row as="footer" gap={16} lineGap={12} justify="space-between" wrap className={styles.left}>
      <Text as="div" tone="soft" overflow="break" className={styles.words}>
        {t`Due today and still open:`}{" "}
        {left.slice(0, NAMED).map(({ id, title }, at) => (
          <span key={id}>
            {at > 0 && ", "}
            <InnerLink href={`/tasks?task=${id}`} className={panel.link}>
              {title}
            </InnerLink>
          </span>
        ))}
        {left.length > NAMED && ` ${moreOf(left.length - NAMED)}`}
      </Text>
      <Button
        variant="default"
        leftSection={<ArrowRight size={16} strokeWidth={1.75} aria-hidden />}
        onClick={move}
        disabled={moving.isPending}
      >
        {t`Move to tomorrow`}
      </Button>
    </Row>
  );
}

const NAMED = 4;

const moreOf = (count: number) => plural(count, { one: `and ${count} more`, other: `and ${count} more` });
