import { useQuery } from "@tanstack/react-query";
import { Bot, OctagonX } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { Badge } from "#ui/display/badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Text } from "#ui/layout/text.tsx";
import { QueryList } from "#ui/lists/query-list.tsx";
import { SettingsRow } from "#ui/lists/settings-row.tsx";
import { agents } from "../api.ts";
import { describeDay } from "../describe-day.ts";
import { Section } from "../section.tsx";

const STATE = agents.state.query({});
const ACTIONS = agents.actions.query({ limit: 20 });

/** What agents did, and the switch that stops all of them. */
export function AgentsSection() {
  const state = useQuery(STATE);
  const actions = useQuery(ACTIONS);
  const pause = useWrite({
    send: (isPaused: boolean) => agents.pause.call({ isPaused }),
    stores: STATE.queryKey,
    done: ({ pausedAt }) => (pausedAt ? t`Keys and agents are paused` : t`Keys and agents are active again`),
    failed: t`That was not changed`,
  });
  const isPaused = state.data?.pausedAt !== null && state.data !== undefined;
  return (
    <Section
      title={t`What agents did`}
      text={
        isPaused
          ? t`Every key and every agent of yours is refused now, also over REST.`
          : t`Everything that keys and agents changed in your name. Reading is not listed.`
      }
      action={
        state.data && (
          <Button
            variant={isPaused ? "filled" : "default"}
            leftSection={<OctagonX size={16} strokeWidth={1.75} aria-hidden />}
            disabled={pause.isPending}
            onClick={() => pause.mutate(!isPaused)}
          >
            {isPaused ? t`Resume all agents` : t`Pause all agents`}
          </Button>
        )
      }
    >
      {state.data?.isEnabled === false && (
        <Text tone="soft" size="list" margin="12px 16px">
          {t`An administrator has switched agents off for everybody.`}
        </Text>
      )}
      <QueryList
        query={actions}
        failure={t`The list could not be loaded`}
        rows={2}
        label={t`What agents did`}
        empty={<EmptyState icon={Bot} title={t`No agent has changed anything`} />}
      >
        {(action) => <ActionRow key={action.id} action={action} />}
      </QueryList>
    </Section>
  );
}

type AgentAction = Awaited<ReturnType<typeof agents.actions.call>>["items"][number];

const ActionRow = ({ action: { at, keyName, capability, effect, outcome } }: { action: AgentAction }) => (
  <SettingsRow
    icon={Bot}
    name={
      <Text as="span" isMono>
        {capability}
      </Text>
    }
    badges={
      <>
        {effect === "destroy" && <Badge tone="warn">{term("Destroy", "what a key may do")}</Badge>}
        {outcome === "refused" && <Badge tone="bad">{t`Refused`}</Badge>}
      </>
    }
    facts={[keyName ?? t`A revoked key`, describeDay(at)]}
  />
);
