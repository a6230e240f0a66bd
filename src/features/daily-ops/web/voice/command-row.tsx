import { CircleAlert, CircleCheck, Undo2 } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import {
  COMMAND_LABELS,
  type CommandParameters,
  TRANSCRIBED_BY_LABELS,
  type VoiceCommandOnWire,
} from "../../voice-model.ts";
import { InnerLink } from "../inner-link.tsx";
import panel from "../panel.module.css";
import styles from "./command-row.module.css";

type CommandRowProps = { command: VoiceCommandOnWire; onUndo(): void; onAnswer(isApproved: boolean): void };

export function CommandRow({ command, onUndo, onAnswer }: CommandRowProps) {
  const { commandText, success, response, canUndo, undoneAt, proposal } = command;
  const Icon = success ? CircleCheck : CircleAlert;
  return (
    <Row as="li" gap={12} align="start" pad="12px 16px">
      <Icon
        size={18}
        strokeWidth={1.75}
        className={styles.icon}
        data-success={success}
        aria-label={
          success ? term("Done", "a command that succeeded") : term("Not done", "a command that failed")
        }
      />
      <Stack gap={2} grow>
        <Text weight="medium" overflow="break">
          “{commandText}”
        </Text>
        <Text tone="soft" size="list" overflow="break">
          {response}
        </Text>
        {proposal?.answer === null && !undoneAt && (
          <Row as="p" wrap weight="medium" margin="4px 0">
            <span>{proposal.question}</span>
            <Button size="compact-sm" onClick={() => onAnswer(true)}>
              {t`Send`}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => onAnswer(false)}>
              {t`Keep as draft`}
            </Button>
          </Row>
        )}
        <Facts command={command} />
      </Stack>
      {canUndo && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Undo2 size={14} strokeWidth={1.75} aria-hidden />}
          aria-label={t`Undo: ${commandText}`}
          onClick={onUndo}
        >
          {t`Undo`}
        </Button>
      )}
    </Row>
  );
}

const Facts = ({ command }: Pick<CommandRowProps, "command">) => {
  const { actionType, transcribedBy, parameters, href, undoneAt, executedAt } = command;
  return (
    <Row as="p" gap={6} wrap size="label" margin="4px 0 0">
      <Badge>{COMMAND_LABELS[actionType]}</Badge>
      {transcribedBy && <Badge>{TRANSCRIBED_BY_LABELS[transcribedBy]}</Badge>}
      {describe(parameters).map((fact) => (
        <Badge key={fact} tone="info">
          {fact}
        </Badge>
      ))}
      {undoneAt && <Badge tone="warn">{t`Undone`}</Badge>}
      <Text as="time" tone="faint" size="label" dateTime={executedAt}>
        {formatAgo(executedAt)}
      </Text>
      {href && !undoneAt && (
        <InnerLink href={href} className={`${panel.link} ${styles.open}`}>
          {term("Open", "link: open what a command created")}
        </InnerLink>
      )}
    </Row>
  );
};

const PRIORITIES: Record<NonNullable<CommandParameters["priority"]>, string> = {
  urgent: t`urgent priority`,
  high: t`high priority`,
  medium: t`medium priority`,
  low: t`low priority`,
};

const describe = ({ date, time, priority }: CommandParameters): string[] =>
  [date, time, priority && PRIORITIES[priority]].filter((fact) => fact !== undefined);
