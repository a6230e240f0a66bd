import { CircleCheck, CircleX } from "lucide-react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import type { ConnectionTarget } from "../../model.ts";
import styles from "./connection-test.module.css";
import type { Edits } from "./settings-edits.ts";
import { targetName } from "./target-name.ts";
import { useConnectionTest } from "./use-connection-test.ts";

type ConnectionTestProps = { target: ConnectionTarget; edits: Edits };

export function ConnectionTest({ target, edits }: ConnectionTestProps) {
  const { run, isRunning, outcome } = useConnectionTest(target, edits);
  const name = targetName(target);
  const Icon = outcome?.isOk ? CircleCheck : CircleX;
  return (
    <Row gap={14} lineGap={8} wrap>
      <Button variant="default" onClick={run} disabled={isRunning}>
        {rich(isRunning ? t`Testing...<0> to ${name}</0>` : t`Test Connection<0> to ${name}</0>`, (words) => (
          <span className="visually-hidden">{words}</span>
        ))}
      </Button>
      <Row
        as="p"
        align="start"
        size="list"
        tone="bad"
        className={styles.outcome}
        data-ok={outcome?.isOk}
        role="status"
      >
        {outcome && !isRunning && (
          <>
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            {outcome.message}
          </>
        )}
      </Row>
    </Row>
  );
}
