import { Button } from "@mantine/core";
import { CircleCheck, CircleX } from "lucide-react";
import type { ConnectionTarget } from "../../model.ts";
import styles from "./connection-test.module.css";
import type { Edits } from "./settings-edits.ts";
import { useConnectionTest } from "./use-connection-test.ts";

type ConnectionTestProps = { target: ConnectionTarget; edits: Edits };

export function ConnectionTest({ target, edits }: ConnectionTestProps) {
  const { run, isRunning, outcome } = useConnectionTest(target, edits);
  const Icon = outcome?.isOk ? CircleCheck : CircleX;
  return (
    <div className={styles.test}>
      <Button variant="default" onClick={run} disabled={isRunning}>
        {isRunning ? "Testing..." : "Test Connection"}
        <span className="visually-hidden">&nbsp;to {target}</span>
      </Button>
      <p className={styles.outcome} data-ok={outcome?.isOk} role="status">
        {outcome && !isRunning && (
          <>
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            {outcome.message}
          </>
        )}
      </p>
    </div>
  );
}
