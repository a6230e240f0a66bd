import { ArrowRight, EqualApproximately } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { rowKeys } from "#ui/keyboard/move-focus.ts";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./plan-panel.module.css";
import { KINDS, oldTimeOf, timesOf } from "./plan-words.ts";
import type { PlanRow } from "./proposal-rows.ts";
import type { ProposalState } from "./use-proposal.ts";

type PlanBlockProps = { row: PlanRow; proposal: ProposalState };

/** One proposed block: when, what, and why there. Its checkbox, or x, leaves it out. */
export function PlanBlock({ row, proposal }: PlanBlockProps) {
  const { item, title, kind, change, reasons, guess } = row;
  const isLeft = proposal.isLeftOut(item);
  const isSame = change === "kept";
  // What stays says why in its own dialog: here what changes comes first.
  const isExplained = !isLeft && !isSame;
  const toggle = () => proposal.toggle(item);
  const { icon: Icon, word } = KINDS[kind];
  return (
    <li className={styles.item} data-left={isLeft || undefined} data-change={change}>
      <Row
        as={isSame ? "span" : "label"}
        gap={10}
        align="start"
        className={styles.block}
        {...(isSame && STOP)}
      >
        {isSame ? (
          <span className={styles.noBox} />
        ) : (
          <Checkbox
            data-stop
            checked={!isLeft}
            aria-label={`${title}, ${timesOf(row)}`}
            onChange={toggle}
            onKeyDown={rowKeys({ x: toggle })}
          />
        )}
        <Stack as="span" gap={2} grow>
          <Row as="span" gap={8} justify="space-between" align="baseline">
            <When row={row} />
            <Text as="span" size="label" tone="faint" noShrink>
              {isLeft ? LEFT_OUT[change] : CHANGES[change]}
            </Text>
          </Row>
          <Row as="span" gap={6} align="start">
            <Icon size="0.875rem" strokeWidth={1.75} className={styles.kind} aria-label={word} />
            <Text as="span" size="list" weight="medium" overflow="break" className={styles.name}>
              {title}
            </Text>
          </Row>
          {isExplained && reasons.length > 0 && (
            <Text as="span" size="label" tone="soft">
              {reasons.join(" · ")}
            </Text>
          )}
          {isExplained && guess && (
            <IconText as="span" icon={EqualApproximately} iconSize={14} size="label" tone="faint">
              {guess}
            </IconText>
          )}
        </Stack>
      </Row>
    </li>
  );
}

/** What stays is read by the same keys, and has nothing to leave out. */
const STOP = { "data-stop": true, tabIndex: -1 };

/** What is new says so by being proposed. */
const CHANGES: Record<PlanRow["change"], string> = {
  new: "",
  moved: term("Moved", "a block of a plan"),
  kept: term("Stays", "a block of a plan"),
  removed: "",
};

/** What becomes of a block that is left out. */
const LEFT_OUT: Record<PlanRow["change"], string> = {
  ...CHANGES,
  new: term("Left out", "a block of a plan"),
  moved: CHANGES.kept,
  removed: CHANGES.kept,
};

function When({ row }: { row: PlanRow }) {
  const { before, change } = row;
  return (
    <Text as="span" size="label" tone="soft" isTabular>
      {before && (
        <>
          <s>
            <span className="visually-hidden">{t`before:`} </span>
            {oldTimeOf(before)}
          </s>
          <ArrowRight size="0.75rem" strokeWidth={2} className={styles.arrow} aria-hidden />
        </>
      )}
      {change === "removed" ? <s>{`${oldTimeOf(row)}`}</s> : timesOf(row)}
    </Text>
  );
}
