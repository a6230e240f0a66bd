import { X } from "lucide-react";
import { type MouseEvent, useRef } from "react";
import type { WhatIfChange } from "#features/calendar/web/slots.ts";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { focusNextRow, moveAmongStops } from "#ui/keyboard/move-focus.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { withKeys } from "#ui/lists/with-keys.ts";
import styles from "./what-if.module.css";
import { CHANGE_ICONS, changeWords } from "./what-if-words.ts";

type ChangeRowsProps = { changes: readonly WhatIfChange[]; onRemove(change: WhatIfChange): void };

/** What would be different; each change can be taken out again. */
export function ChangeRows({ changes, onRemove }: ChangeRowsProps) {
  const list = useRef<HTMLElement>(null);
  if (changes.length === 0) return null;
  const remove = (change: WhatIfChange, { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    focusNextRow(currentTarget);
    onRemove(change);
  };
  return (
    <Stack
      as="ul"
      gap={0}
      ref={list}
      className={styles.changes}
      aria-label={t`What would be different`}
      onKeyDown={moveAmongStops}
    >
      {withKeys(changes, (change) => JSON.stringify(changeWords(change))).map(({ key, part: change }) => {
        const { title, detail } = changeWords(change);
        const Icon = CHANGE_ICONS[change.kind];
        return (
          <Row as="li" key={key} gap={10} align="start" className={styles.change}>
            <Icon size={16} strokeWidth={1.75} className={styles.mark} aria-hidden />
            <Stack as="span" gap={2} grow>
              <Text as="span" size="list" weight="medium" overflow="break">
                {title}
              </Text>
              <Text as="span" size="label" tone="soft" isTabular>
                {detail}
              </Text>
            </Stack>
            <IconButton
              label={t`Leave out: ${title}`}
              icon={X}
              data-stop
              onClick={(event) => remove(change, event)}
            />
          </Row>
        );
      })}
    </Stack>
  );
}
