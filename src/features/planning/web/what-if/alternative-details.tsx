import { Link } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import { ListChecks, Mail, TriangleAlert } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { FoldButton } from "#ui/inputs/fold-button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { withKeys } from "#ui/lists/with-keys.ts";
import { EffectList } from "./effects.tsx";
import { Gains } from "./gains.tsx";
import type { AlternativeOnWire } from "./use-what-if.ts";
import styles from "./what-if.module.css";
import { draftWords, momentOf, stepWords } from "./what-if-words.ts";

/** What would be written, what still breaks, and the mails that would wait as drafts. */
export function AlternativeDetails({ alternative }: { alternative: AlternativeOnWire }) {
  const { steps, effects, drafts, unplaced } = alternative;
  const planned = plannedWords(alternative);
  const titles = unplaced.flatMap(({ isPostponed, title }) => (isPostponed ? title : [])).join(", ");
  const left = effects.length;
  return (
    <Stack gap={6} className={styles.details}>
      <Gains alternative={alternative} />
      {planned && (
        <Text size="label" tone="soft" isTabular>
          {planned}
        </Text>
      )}
      {steps.length > 0 && (
        <Fold isOpenAtFirst icon={ListChecks} title={stepWords(steps.length)}>
          <ul>
            {withKeys(steps, ({ step, title }) => `${title} ${JSON.stringify(step)}`).map(({ key, part }) => (
              <StepRow key={key} step={part} />
            ))}
          </ul>
        </Fold>
      )}
      {titles !== "" && (
        <Text size="label" tone="soft">
          {t`Waits until later: ${titles}`}
        </Text>
      )}
      {left > 0 && (
        <Fold
          icon={TriangleAlert}
          title={plural(left, { one: `${left} thing still breaks`, other: `${left} things still break` })}
        >
          <EffectList effects={effects} label={t`What still breaks`} />
        </Fold>
      )}
      {drafts.length > 0 && (
        <Fold icon={Mail} title={draftWords(drafts.length)}>
          <Text size="label" tone="faint">
            {t`They wait in your mailbox. Only you send them.`}
          </Text>
          {withKeys(drafts, ({ to, subject }) => `${to.join()} ${subject}`).map(({ key, part }) => (
            <Draft key={key} draft={part} />
          ))}
        </Fold>
      )}
    </Stack>
  );
}

/** '3 blocks of your plan move · 1 goes' */
function plannedWords({ blocks, removed }: AlternativeOnWire): string {
  const count = (change: string) => blocks.filter((block) => block.change === change).length;
  const [made, moved, gone] = [count("new"), count("moved"), removed.length];
  return [
    made > 0 && plural(made, { one: `${made} new block`, other: `${made} new blocks` }),
    moved > 0 && plural(moved, { one: `${moved} block moves`, other: `${moved} blocks move` }),
    gone > 0 && plural(gone, { one: `${gone} block goes`, other: `${gone} blocks go` }),
  ]
    .filter(Boolean)
    .join(" · ");
}

type FoldProps = { icon: LucideIcon; title: string; isOpenAtFirst?: boolean; children: ReactNode };

function Fold({ icon, title, isOpenAtFirst = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  return (
    <div>
      <FoldButton {...{ isOpen, icon }} controls={id} onToggle={() => setOpen(!isOpen)}>
        {title}
      </FoldButton>
      <Stack gap={6} id={id} className={styles.folded}>
        {isOpen && children}
      </Stack>
    </div>
  );
}

function StepRow({
  step: { title, href, before, text, step },
}: {
  step: AlternativeOnWire["steps"][number];
}) {
  const name = title || t`(No title)`;
  return (
    <Stack as="li" gap={2} className={styles.step}>
      <Text as="span" size="list" overflow="break">
        {href ? <Link to={href}>{name}</Link> : name}
      </Text>
      <Text as="span" size="label" tone="soft" isTabular>
        {before && step.kind !== "create" && (
          <>
            <s>
              <span className="visually-hidden">{t`before:`} </span>
              {momentOf(before.startTime)}
            </s>{" "}
          </>
        )}
        {text}
      </Text>
    </Stack>
  );
}

function Draft({ draft: { to, subject, text } }: { draft: AlternativeOnWire["drafts"][number] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Stack as="section" gap={2} className={styles.draft} aria-label={subject}>
      <Text size="label" tone="soft" overflow="break">
        {to.join(", ")}
      </Text>
      <FoldButton isOpen={isOpen} controls={id} onToggle={() => setOpen(!isOpen)}>
        {subject}
      </FoldButton>
      <div id={id}>
        {isOpen && (
          <Text size="label" className={styles.text}>
            {text}
          </Text>
        )}
      </div>
    </Stack>
  );
}
