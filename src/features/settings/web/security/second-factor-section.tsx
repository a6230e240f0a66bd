import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "#ui/display/badge.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { secondFactor } from "../api.ts";
import styles from "../form.module.css";
import { Section } from "../section.tsx";
import { SecondFactorDialog, type SecondFactorTask } from "./second-factor-dialog.tsx";

const STATE = secondFactor.get.query({});

/** Codes of an authenticator app after the password. */
export function SecondFactorSection() {
  const { data, error, refetch } = useQuery(STATE);
  const [task, setTask] = useState<SecondFactorTask>();
  return (
    <Section
      title="Two-step sign-in"
      text="After the password, sign-in asks for a code that an authenticator app on your phone shows. A password alone is not enough to sign in."
    >
      {data ? (
        <div className={styles.fields}>
          <Row gap={12} lineGap={8} wrap>
            <Badge tone={data.isOn ? "good" : "neutral"} dot>
              {data.isOn ? "On" : "Off"}
            </Badge>
            {data.isOn && (
              <Text as="span" tone="soft" size="list">
                {data.codesLeft === 1 ? "1 recovery code left" : `${data.codesLeft} recovery codes left`}
              </Text>
            )}
          </Row>
          <Row gap={12} lineGap={8} wrap>
            {data.isOn ? (
              <>
                <Button variant="default" onClick={() => setTask("renew")}>
                  New recovery codes
                </Button>
                <Button variant="default" onClick={() => setTask("remove")}>
                  Switch off
                </Button>
              </>
            ) : (
              <Button variant="default" onClick={() => setTask("add")}>
                Switch on
              </Button>
            )}
          </Row>
        </div>
      ) : error ? (
        <ErrorState title="This could not be loaded" message={error.message} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows count={1} />
      )}
      {task && (
        <SecondFactorDialog
          task={task}
          onClose={() => {
            setTask(undefined);
            void refetch();
          }}
        />
      )}
    </Section>
  );
}
