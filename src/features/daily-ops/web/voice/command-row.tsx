import { Button } from "@mantine/core";
import { CircleAlert, CircleCheck, Undo2 } from "lucide-react";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import {
  COMMAND_LABELS,
  type CommandParameters,
  TRANSCRIBED_BY_LABELS,
  type VoiceCommandOnWire,
} from "../../model.ts";
import { InnerLink } from "../inner-link.tsx";
import panel from "../panel.module.css";
import styles from "./command-row.module.css";

type CommandRowProps = { command: VoiceCommandOnWire; onUndo(): void; onAnswer(yes: boolean): void };

export function CommandRow({ command, onUndo, onAnswer }: CommandRowProps) {
  const {
    commandText,
    actionType,
    heardBy,
    parameters,
    success,
    response,
    href,
    canUndo,
    undoneAt,
    proposal,
  } = command;
  const Icon = success ? CircleCheck : CircleAlert;
  return (
    <li className={styles.row}>
      <Icon
        size={18}
        strokeWidth={1.75}
        className={styles.icon}
        data-success={success}
        aria-label={success ? "Done" : "Not done"}
      />
      <div className={styles.words}>
        <p className={styles.command}>“{commandText}”</p>
        <p className={panel.soft}>{response}</p>
        {proposal?.answer === null && !undoneAt && (
          <p className={styles.question}>
            <span>{proposal.question}</span>
            <Button size="compact-sm" onClick={() => onAnswer(true)}>
              Send
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => onAnswer(false)}>
              Keep as draft
            </Button>
          </p>
        )}
        <p className={styles.facts}>
          <Badge>{COMMAND_LABELS[actionType]}</Badge>
          {heardBy && <Badge>{TRANSCRIBED_BY_LABELS[heardBy]}</Badge>}
          {describe(parameters).map((fact) => (
            <Badge key={fact} tone="info">
              {fact}
            </Badge>
          ))}
          {undoneAt && <Badge tone="warn">Undone</Badge>}
          <time className={panel.faint} dateTime={command.executedAt}>
            {formatAgo(command.executedAt)}
          </time>
          {href && !undoneAt && (
            <InnerLink href={href} className={panel.link}>
              Open
            </InnerLink>
          )}
        </p>
      </div>
      {canUndo && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Undo2 size={14} strokeWidth={1.75} aria-hidden />}
          aria-label={`Undo: ${commandText}`}
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
    </li>
  );
}

const describe = ({ date, time, priority }: CommandParameters): string[] =>
  [date, time, priority && `${priority} priority`].filter((fact) => fact !== undefined);
