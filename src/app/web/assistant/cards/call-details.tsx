import { Link } from "@tanstack/react-router";
import { ArrowRight, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { TextButton } from "#ui/inputs/text-button.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { withKeys } from "#ui/lists/with-keys.ts";
import type { CallDescription } from "../../api.ts";
import styles from "./call-card.module.css";

/** Records that are listed before the rest is unfolded. */
const FIRST_RECORDS = 10;
/** Characters of a text that are shown before the rest is unfolded. */
const FIRST_TEXT = 600;

/** What a call does: its lines, text and records, and what it clashes with. */
export function CallDetails({
  description,
  warnings,
}: {
  description: CallDescription;
  warnings: readonly string[];
}) {
  const { lines, text, notes } = description;
  return (
    <>
      {lines.length > 0 && (
        <dl className={styles.lines}>
          {withKeys(lines, ({ label }) => label).map(({ key, part: { label, value, before } }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{before === null ? value : <Change before={before} value={value} />}</dd>
            </div>
          ))}
        </dl>
      )}
      {text !== null && <WholeText text={text} />}
      <RecordSet description={description} />
      <Alerts lines={[...notes, ...warnings]} />
    </>
  );
}

/** 'low → urgent' */
const Change = ({ before, value }: { before: string; value: string }) => (
  <>
    <del className={styles.before}>{before}</del>
    <ArrowRight size={14} strokeWidth={1.75} role="img" aria-label={t`becomes`} className={styles.arrow} />
    <ins className={styles.after}>{value}</ins>
  </>
);

function WholeText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > FIRST_TEXT;
  return (
    <div className={styles.text}>
      {isLong && !isOpen ? `${text.slice(0, FIRST_TEXT)}…` : text}
      {isLong && (
        <Text margin="6px 0 0">
          <TextButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t`Show less` : t`Show the whole text`}
          </TextButton>
        </Text>
      )}
    </div>
  );
}

/** The first records of a set, and the others at a click. */
function RecordSet({ description: { records, recordCount } }: { description: CallDescription }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (recordCount === 0) return null;
  const shown = isOpen ? records : records.slice(0, FIRST_RECORDS);
  const foldable = records.length - FIRST_RECORDS;
  const unnamed = recordCount - records.length;
  return (
    <Stack gap={4}>
      <ol id={id} className={styles.records} aria-label={t`What it is about`}>
        {withKeys(shown, ({ title }) => title).map(({ key, part: { title, subtitle, href } }) => (
          <li key={key}>
            {href ? <Link to={href}>{title}</Link> : <span>{title}</span>}
            {subtitle && <small>{subtitle}</small>}
          </li>
        ))}
      </ol>
      {foldable > 0 && (
        <TextButton
          className={styles.more ?? ""}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t`Show fewer` : t`and ${foldable} more`}
        </TextButton>
      )}
      {unnamed > 0 && (
        <Text tone="faint" size="label">
          {plural(unnamed, {
            one: `and ${unnamed} more, which has no name here`,
            other: `and ${unnamed} more, which have no names here`,
          })}
        </Text>
      )}
    </Stack>
  );
}

const Alerts = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 && (
    <Stack as="ul" gap={2} tone="warn" size="list" overflow="break">
      {lines.map((line) => (
        <li key={line}>
          <IconText as="span" icon={TriangleAlert}>
            {line}
          </IconText>
        </li>
      ))}
    </Stack>
  );
