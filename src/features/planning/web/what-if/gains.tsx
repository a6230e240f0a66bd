import { Link } from "@tanstack/react-router";
import { t } from "#i18n/message.ts";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { withKeys } from "#ui/lists/with-keys.ts";
import type { AlternativeOnWire } from "./use-what-if.ts";
import styles from "./what-if.module.css";

/** What meetings make room for, as facts; each title leads to its record. */
export function Gains({ alternative: { gains, kind } }: { alternative: AlternativeOnWire }) {
  if (gains.length === 0) return null;
  const title = kind === "ask" ? t`What it gains if they agree` : t`What it gains`;
  return (
    <section aria-label={title}>
      <Text size="label" tone="faint">
        {title}
      </Text>
      <ul aria-label={title}>
        {withKeys(gains, ({ kind: of, id }) => `${of} ${id}`).map(({ key, part }) => (
          <Stack as="li" key={key} gap={2} className={styles.step}>
            <Text as="span" size="list" overflow="break">
              <Link to={part.href}>{part.title || t`(No title)`}</Link>
            </Text>
            <Text as="span" size="label" tone="good" isTabular>
              {part.text}
            </Text>
          </Stack>
        ))}
      </ul>
    </section>
  );
}
