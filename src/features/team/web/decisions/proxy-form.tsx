import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { localDay, localInstant } from "#platform/time/local-day.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { DecisionOnWire } from "../../model.ts";
import { members } from "../api.ts";
import styles from "../form.module.css";
import { createProxy } from "./proxy-mutations.ts";

type ProxyFormProps = { decision: DecisionOnWire; onDone(): void };

const DAY_MS = 86_400_000;

/** Somebody else votes for me: here or in the whole workspace, until the end of a day. */
export function ProxyForm({ decision, onDone }: ProxyFormProps) {
  const { id, workspaceId, workspaceName, deadline } = decision;
  const { data } = useQuery(members.list.query({ workspaceId, limit: 200 }));
  const [proxyId, setProxyId] = useState("");
  const [scope, setScope] = useState("decision");
  const [until, setUntil] = useState(localDay(deadline ?? new Date(Date.now() + 14 * DAY_MS)));
  const voters = (data?.items ?? []).filter(
    ({ isMe, memberships }) =>
      !isMe && memberships.some((each) => each.workspaceId === workspaceId && each.role !== "viewer"),
  );
  const submit = async () => {
    if (proxyId === "" || until === "")
      return toast.failure(t`Missing Information`, t`Please fill in all required fields`);
    const isGiven = await createProxy({
      workspaceId,
      decisionId: scope === "decision" ? id : null,
      proxyId,
      expiresAt: localInstant(until, "23:59") ?? until,
    });
    if (isGiven) onDone();
  };
  return (
    <Stack gap={14}>
      <Grid gap={14} columns={2} className={styles.pair}>
        <NativeSelect
          label={t`Who votes for me`}
          value={proxyId}
          onChange={({ currentTarget }) => setProxyId(currentTarget.value)}
          data={[
            { value: "", label: t`Select a member` },
            ...voters.map(({ userId, fullName, email }) => ({ value: userId, label: fullName || email })),
          ]}
        />
        <WhenInput label={t`Until the end of`} kind="day" value={until} onChange={(day) => setUntil(day)} />
      </Grid>
      <NativeSelect
        label={t`Where`}
        description={t`Your own vote always takes the place of theirs`}
        value={scope}
        onChange={({ currentTarget }) => setScope(currentTarget.value)}
        data={[
          { value: "decision", label: t`In this decision` },
          { value: "workspace", label: t`In all decisions of '${workspaceName}'` },
        ]}
      />
      <Row align="stretch" justify="end">
        <Button variant="default" onClick={onDone}>
          {t`Cancel`}
        </Button>
        <Button onClick={() => void submit()}>{t`Give proxy`}</Button>
      </Row>
    </Stack>
  );
}
