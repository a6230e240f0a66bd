import { Link } from "@tanstack/react-router";
import { Undo2 } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { formatMediumMoment } from "#ui/dates.ts";
import { PillButton } from "#ui/inputs/pill-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { withKeys } from "#ui/lists/with-keys.ts";
import type { ChatMessage } from "../api.ts";
import { iconOfRecord } from "../record-icons.ts";
import styles from "./answer-details.module.css";
import type { CallChanges } from "./cards/call-editor.tsx";
import { type DecideProposal, type Proposal, Proposals, stepCount } from "./cards/proposals.tsx";

type Card = ChatMessage["cards"][number];
type AnswerDetailsProps = {
  message: ChatMessage;
  /** Only the newest answer shows suggestions. */
  isLast: boolean;
  onDecide: DecideProposal;
  onEdit(proposal: Proposal, changes: CallChanges): Promise<void>;
  onSuggestion(text: string): void;
};

/** The parts below an answer: its records, the calls that wait for approval, undo, and the receipt. */
export function AnswerDetails({ message, isLast, onDecide, onEdit, onSuggestion }: AnswerDetailsProps) {
  const { cards, suggestions, canUndo, undoneAt, toolCalls, proposals, engine } = message;
  const waiting = proposals.filter(({ state }) => state === "waiting");
  return (
    <Stack gap={8} className={styles.details}>
      {cards.length > 0 && !(engine === null && waiting.length > 0) && (
        <Stack as="ol" gap={4}>
          {cards.map((card) => (
            <RecordCard key={`${card.kind} ${card.id}`} card={card} />
          ))}
        </Stack>
      )}
      {proposals.length > 0 && <Proposals proposals={proposals} onDecide={onDecide} onEdit={onEdit} />}
      <Row gap={6} wrap className={styles.row}>
        {canUndo && waiting.length === 0 && (
          <PillButton onClick={() => void onDecide({ act: "undo", message })}>
            <Undo2 size={14} strokeWidth={1.75} aria-hidden />
            {t`Undo`}
          </PillButton>
        )}
        {undoneAt && (
          <Text as="span" tone="faint" size="list">
            {t`Taken back`}
          </Text>
        )}
        {isLast &&
          suggestions
            .filter((suggestion) => suggestion !== "undo")
            .map((suggestion) => (
              <PillButton key={suggestion} onClick={() => onSuggestion(suggestion)}>
                {suggestion}
              </PillButton>
            ))}
      </Row>
      {(toolCalls.length > 0 || engine) && <Receipt message={message} />}
    </Stack>
  );
}

/** What was read and done for an answer, and by which engine. */
const Receipt = ({ message: { toolCalls, engine, isTainted } }: { message: ChatMessage }) => (
  <details className={styles.receipt}>
    <summary>
      {engine ?? t`Built-in`} · {stepCount(toolCalls.length)}
    </summary>
    <p>
      {engine
        ? t`Your message and the records read for it were sent to the language model.`
        : t`Answered on this server. Nothing was sent elsewhere.`}
    </p>
    {engine && toolCalls.length === 0 && <p>{t`None of your records were read for this.`}</p>}
    {isTainted && <p>{t`Text written by others was read. Every further action needs your approval.`}</p>}
    <ul>
      {withKeys(toolCalls, ({ capability }) => capability).map(
        ({ key, part: { capability, effect, outcome, input } }) => (
          <li key={key}>
            <code>{capability}</code>{" "}
            {outcome === undefined || outcome === "done" ? EFFECTS[effect] : OUTCOMES[outcome]}
            {input && Object.keys(input).length > 0 && <code> {JSON.stringify(input)}</code>}
          </li>
        ),
      )}
    </ul>
  </details>
);

const OUTCOMES = { proposed: t`proposed`, failed: t`failed` };
const EFFECTS = {
  read: term("read", "what a step did with records"),
  write: t`changed something`,
  destroy: t`deleted or sent something`,
};

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function RecordCard({ card: { kind, title, subtitle, href, cite } }: { card: Card }) {
  const Icon = iconOfRecord(kind);
  return (
    <li>
      <Link to={href} className={styles.card}>
        <Icon size={16} strokeWidth={1.75} aria-hidden />
        <Text as="span" overflow="dots">
          {cite !== undefined && (
            <Text as="span" tone="accent" margin="0 6px 0 0">
              [{cite}]
            </Text>
          )}
          {title}
        </Text>
        {subtitle && (
          <Text as="span" tone="faint" size="label" overflow="dots" className={styles.subtitle}>
            {INSTANT.test(subtitle) ? formatMediumMoment(new Date(subtitle)) : subtitle}
          </Text>
        )}
      </Link>
    </li>
  );
}
