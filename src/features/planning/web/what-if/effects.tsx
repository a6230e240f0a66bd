import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { FoldButton } from "#ui/inputs/fold-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { withKeys } from "#ui/lists/with-keys.ts";
import type { EffectOnWire } from "./use-what-if.ts";
import styles from "./what-if.module.css";
import { EFFECTS } from "./what-if-words.ts";

/** So many are shown at once; the others are a click away. */
const SHOWN = 3;

/** What breaks if nothing is done about it. */
export function Effects({ effects }: { effects: readonly EffectOnWire[] }) {
  if (effects.length === 0) return null;
  const title = t`What breaks`;
  return (
    <Stack as="section" gap={4} aria-label={title}>
      <Text as="h3" size="list">
        {title}
      </Text>
      <EffectList effects={effects} label={title} />
    </Stack>
  );
}

/** Each with what, by how much and whom it concerns; its title leads to the record. */
export function EffectList({ effects, label }: { effects: readonly EffectOnWire[]; label: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const more = effects.length - SHOWN;
  const shown = isOpen ? effects : effects.slice(0, SHOWN);
  return (
    <>
      <ul id={id} aria-label={label}>
        {withKeys(shown, ({ kind, id }) => `${kind} ${id}`).map(({ key, part }) => (
          <EffectRow key={key} effect={part} />
        ))}
      </ul>
      {more > 0 && (
        <FoldButton isOpen={isOpen} controls={id} onToggle={() => setOpen(!isOpen)}>
          {isOpen ? t`Fewer` : plural(more, { one: `${more} more`, other: `${more} more` })}
        </FoldButton>
      )}
    </>
  );
}

function EffectRow({ effect: { kind, title, href, text } }: { effect: EffectOnWire }) {
  const { word, tone } = EFFECTS[kind];
  return (
    <Stack as="li" gap={2} className={styles.effect}>
      <Row gap={8} align="start" justify="space-between">
        <Text as="span" size="list" weight="medium" overflow="break" grow>
          <Link to={href}>{title || t`(No title)`}</Link>
        </Text>
        <Badge tone={tone}>{word}</Badge>
      </Row>
      <Text as="span" size="label" tone="soft">
        {text}
      </Text>
    </Stack>
  );
}
