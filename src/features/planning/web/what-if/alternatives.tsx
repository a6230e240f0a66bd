import { type KeyboardEvent, useId, useRef } from "react";
import { t } from "#i18n/message.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { KeyArea } from "#ui/keyboard/key-area.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { AlternativeDetails } from "./alternative-details.tsx";
import type { AlternativeOnWire, WhatIfAnswer, WhatIfState } from "./use-what-if.ts";
import styles from "./what-if.module.css";
import { type Figure, figuresOf } from "./what-if-words.ts";

type AlternativesProps = { answer: WhatIfAnswer; state: WhatIfState };

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Up to three ways to go on, one of them chosen: its week is shown over the real one. */
export function Alternatives({ answer, state: { chosen, choose } }: AlternativesProps) {
  const list = useRef<HTMLDivElement>(null);
  const { alternatives } = answer;
  const title = t`What you could do`;
  const figures = alternatives.map(({ measures }) => figuresOf(measures));
  // A figure that no way has says nothing.
  const used = (figures[0] ?? []).flatMap((_, index) =>
    figures.some((all) => !all[index]?.isNone) ? index : [],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    const card = event.target instanceof Element && event.target.getAttribute("role") === "radio";
    if (!step || !card) return;
    event.preventDefault();
    const from = chosen ? alternatives.indexOf(chosen) : 0;
    const next = (from + step + alternatives.length) % alternatives.length;
    list.current?.querySelectorAll<HTMLElement>("[role=radio]")[next]?.focus();
  };
  return (
    <Stack as="section" gap={8} aria-label={title}>
      <Text as="h3" size="list">
        {title}
      </Text>
      <KeyArea ref={list} role="radiogroup" aria-label={title} className={styles.cards} onKeyDown={onKeyDown}>
        {alternatives.map((alternative, index) => (
          <AlternativeCard
            key={alternative.kind}
            alternative={alternative}
            figures={used.flatMap((at) => figures[index]?.[at] ?? [])}
            isChosen={alternative === chosen}
            onChoose={() => choose(alternative.kind)}
          />
        ))}
      </KeyArea>
    </Stack>
  );
}

type AlternativeCardProps = {
  alternative: AlternativeOnWire;
  figures: readonly Figure[];
  isChosen: boolean;
  onChoose(): void;
};

function AlternativeCard({ alternative, figures, isChosen, onChoose }: AlternativeCardProps) {
  const nameId = useId();
  return (
    <div className={styles.card} data-chosen={isChosen || undefined}>
      <PlainButton
        focusInside
        role="radio"
        aria-checked={isChosen}
        aria-labelledby={nameId}
        aria-describedby={`${nameId}-figures`}
        tabIndex={isChosen ? 0 : -1}
        className={styles.head}
        onClick={onChoose}
        onFocus={onChoose}
      >
        <span className={styles.radio} aria-hidden />
        <Stack as="span" gap={8} grow>
          <Text as="span" id={nameId} size="list" weight="medium">
            {alternative.text}
          </Text>
          {figures.length > 0 && (
            <span id={`${nameId}-figures`} className={styles.figures}>
              {figures.map(({ name, value, isNone }) => (
                <span key={name} className={styles.figure} data-none={isNone || undefined}>
                  <Text as="span" size="list" weight="medium" isTabular>
                    {value}
                  </Text>{" "}
                  <Text as="span" size="label" tone="faint">
                    {name}
                  </Text>
                </span>
              ))}
            </span>
          )}
        </Stack>
      </PlainButton>
      {isChosen && <AlternativeDetails alternative={alternative} />}
    </div>
  );
}
