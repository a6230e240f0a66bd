import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
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
  const query = useQuery(STATE);
  const [task, setTask] = useState<SecondFactorTask>();
  return (
    <Section
      title={t`Two-step sign-in`}
      text={t`After the password, sign-in asks for a code that an authenticator app on your phone shows. A password alone is not enough to sign in.`}
    >
      <QueryContent query={query} failure={t`This could not be loaded`} rows={1}>
        {(state) => <State state={state} onTask={setTask} />}
      </QueryContent>
      {task && (
        <SecondFactorDialog
          task={task}
          onClose={() => {
            setTask(undefined);
            void query.refetch();
          }}
        />
      )}
    </Section>
  );
}

type StateProps = {
  state: Awaited<ReturnType<typeof secondFactor.get.call>>;
  onTask(task: SecondFactorTask): void;
};

const State = ({ state: { isOn, codesLeft }, onTask }: StateProps) => (
  <div className={styles.fields}>
    <Row gap={12} lineGap={8} wrap>
      <Badge tone={isOn ? "good" : "neutral"} dot>
        {isOn ? t`On` : t`Off`}
      </Badge>
      {isOn && (
        <Text as="span" tone="soft" size="list">
          {plural(codesLeft, {
            one: `${codesLeft} recovery code left`,
            other: `${codesLeft} recovery codes left`,
          })}
        </Text>
      )}
    </Row>
    <Row gap={12} lineGap={8} wrap>
      {isOn ? (
        <>
          <Button variant="default" onClick={() => onTask("renew")}>
            {t`New recovery codes`}
          </Button>
          <Button variant="default" onClick={() => onTask("remove")}>
            {t`Switch off`}
          </Button>
        </>
      ) : (
        <Button variant="default" onClick={() => onTask("add")}>
          {t`Switch on`}
        </Button>
      )}
    </Row>
  </div>
);
