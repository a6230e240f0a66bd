import { CircleAlert, Quote } from "lucide-react";
import { useDeferredValue, useId, useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { FoldButton } from "#ui/inputs/fold-button.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { citeSources } from "../../writing/cite-sources.ts";
import styles from "./citations.module.css";
import type { ComposeDraft } from "./compose-draft.ts";
import { splitWritten } from "./split-written.ts";

type CitationsProps = { draft: ComposeDraft; mail: { subject: string; sender: string; body: string } };

/**
 * The lines of the mail that support an engine's draft, and facts that nobody stated; updated while the draft is
 * edited.
 */
export function Citations({ draft, mail }: CitationsProps) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const { written } = splitWritten(useDeferredValue(draft.body));
  const cited = citeSources(written, mail, `${draft.prompt}\n${draft.to}\n${draft.subject}`);
  if (cited.length === 0) return null;
  const unsupported = cited.flatMap((each) => each.unsupported);
  const lines = new Set(cited.flatMap(({ line }) => line ?? [])).size;
  return (
    <Stack
      as="section"
      gap={4}
      align="start"
      size="label"
      overflow="break"
      margin="-6px 0 0"
      aria-label={t`What the draft relies on`}
    >
      <FoldButton icon={Quote} isOpen={isOpen} controls={list} onToggle={() => setOpen(!isOpen)}>
        {plural(lines, {
          one: `Relies on ${lines} line of the mail`,
          other: `Relies on ${lines} lines of the mail`,
        })}
      </FoldButton>
      {unsupported.length > 0 && (
        <IconText icon={CircleAlert} iconSize={14} gap={6} tone="warn" role="status">
          {t`Not in the mail: ${unsupported.slice(0, 8).join(", ")}. Please check.`}
        </IconText>
      )}
      <ul id={list} className={styles.list} hidden={!isOpen}>
        {isOpen &&
          cited.map(({ sentence, line, unsupported: open }) => (
            <li key={sentence} data-open={open.length > 0 || undefined}>
              <p>{sentence}</p>
              {line ? (
                <blockquote>{line}</blockquote>
              ) : (
                <p className={styles.none}>{t`No line of the mail`}</p>
              )}
            </li>
          ))}
      </ul>
    </Stack>
  );
}
