import { Link } from "@tanstack/react-router";
import { CircleDashed } from "lucide-react";
import { useRef } from "react";
import { t, term } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { focusNextRow, rowKeys } from "#ui/keyboard/move-focus.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { KINDS, timesOf } from "../plan-words.ts";
import { type Act, canBe } from "./item-acts.ts";
import styles from "./review.module.css";
import { type DayItem, PLAN_TOMORROW } from "./use-day-review.ts";

type OpenItemProps = { item: DayItem; onAct(act: Act): void };

/** One thing of today's plan that is open, and the four ways to decide about it: a key and a button each. */
export function OpenItem({ item, onAct }: OpenItemProps) {
  const row = useRef<HTMLElement>(null);
  const { title, href, kind } = item;
  const { icon: Icon, word } = KINDS[kind];
  const act = (name: Act) => {
    if (!canBe(name, item)) return;
    const list = row.current?.parentElement;
    if (row.current && list && list.children.length > 1) focusNextRow(row.current);
    else document.getElementById(PLAN_TOMORROW)?.focus();
    onAct(name);
  };
  const keys = rowKeys({
    ...{ d: () => act("done"), t: () => act("tomorrow"), w: () => act("week"), x: () => act("drop") },
  });
  return (
    <Row as="li" ref={row} gap={6} align="start" className={styles.open} onKeyDown={keys}>
      {canBe("done", item) ? (
        <IconButton
          label={t`Done: '${title}'`}
          icon={CircleDashed}
          aria-keyshortcuts="d"
          onClick={() => act("done")}
        />
      ) : (
        <span className={styles.kind}>
          <Icon size={18} strokeWidth={1.75} aria-label={word} />
        </span>
      )}
      <Stack gap={2} grow className={styles.words}>
        <Row as="span" gap={12} align="baseline">
          <Text as="span" size="list" weight="medium" overflow="break" grow>
            <Link to={href} data-stop>
              {title}
            </Link>
          </Text>
          <Text as="span" size="label" tone="soft" isTabular noShrink>
            {timesOf(item)}
          </Text>
        </Row>
        <Row gap={0} wrap className={styles.acts}>
          {MOVES.map(({ name, label, key }) => (
            <Button
              key={name}
              variant="subtle"
              color="gray"
              size="compact-sm"
              title={key}
              aria-keyshortcuts={key}
              aria-label={`${label}: '${title}'`}
              onClick={() => act(name)}
            >
              {label}
            </Button>
          ))}
        </Row>
      </Stack>
    </Row>
  );
}

const MOVES: readonly { name: Act; label: string; key: string }[] = [
  { name: "tomorrow", label: t`Tomorrow`, key: "t" },
  { name: "week", label: t`Within a week`, key: "w" },
  { name: "drop", label: term("Drop", "button: take something out of the plan"), key: "x" },
];
