import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { PillButton } from "#ui/inputs/pill-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./answer-details.module.css";

type CallCardProps = {
  label: string;
  summary: string;
  input: Record<string, unknown>;
  warnings: readonly string[];
  /** Requester and expiry time. */
  facts?: ReactNode;
  /** Why the last attempt failed. */
  failure?: string;
  /** The buttons for the decision, or the decision. */
  children: ReactNode;
};

const formatValue = (value: unknown) =>
  Array.isArray(value) && value.every((each) => typeof each === "string")
    ? value.join(", ")
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

/** Exactly what would be called; its text comes from the program, never from the requester. */
export function CallCard({ label, summary, input, warnings, facts, failure, children }: CallCardProps) {
  return (
    <Stack
      as="section"
      gap={10}
      surface="accent"
      pad="12px 14px"
      className={styles.proposal}
      aria-label={label}
    >
      <Text weight="medium" overflow="break">
        {summary.replaceAll("`", "")}
      </Text>
      {facts && (
        <Text tone="soft" size="label">
          {facts}
        </Text>
      )}
      <Stack as="dl" gap={2} size="label" className={styles.input}>
        {Object.entries(input).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatValue(value)}</dd>
          </div>
        ))}
      </Stack>
      {warnings.length > 0 && (
        <Text as="ul" tone="warn" size="list" weight="medium" overflow="break">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </Text>
      )}
      {failure && (
        <Text tone="bad" size="list" overflow="break">
          {failure}
        </Text>
      )}
      {children}
    </Stack>
  );
}

type ApprovalButtonsProps = {
  isBusy: boolean;
  onDecide(act: "approve" | "dismiss"): void;
  approveLabel?: string;
};

export function ApprovalButtons({ isBusy, onDecide, approveLabel = t`Approve` }: ApprovalButtonsProps) {
  return (
    <Row gap={6} wrap className={styles.toolCalls}>
      <PillButton isFilled disabled={isBusy} onClick={() => onDecide("approve")}>
        {approveLabel}
      </PillButton>
      <PillButton disabled={isBusy} onClick={() => onDecide("dismiss")}>
        {t`Dismiss`}
      </PillButton>
    </Row>
  );
}
