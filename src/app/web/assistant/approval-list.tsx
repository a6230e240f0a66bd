import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { formatTimeUntil } from "#ui/dates.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { type Approval, approvals, assistant } from "../api.ts";
import styles from "./assistant-page.module.css";
import { CallCard, type Decision } from "./cards/call-card.tsx";
import type { CallChanges } from "./cards/call-editor.tsx";
import { reasonOf } from "./cards/proposals.tsx";

const LIST = approvals.list.query({});

/** How many requests wait for approval; 0 until that is known. */
export const useWaitingCount = (): number => useQuery(LIST).data?.waiting.length ?? 0;

/** All requests that wait for this person's approval, and the results of the latest ones. */
export function ApprovalList() {
  const list = useQuery({ ...LIST, meta: { failure: t`Failed to load the approvals` } });
  if (list.isPending) return <SkeletonRows count={2} label={t`Loading the approvals`} />;
  if (!list.data)
    return (
      <ErrorState
        title={t`The approvals could not be loaded`}
        message={t`Nothing is lost. Please try again.`}
        onRetry={() => void list.refetch()}
      />
    );
  const { waiting, decided } = list.data;
  return (
    <div className={`${styles.scroll} ${styles.approvalList}`}>
      {waiting.length === 0 && (
        <Text tone="faint" size="list" pad="8px 10px">
          {t`Nothing is waiting. Requests of agents and proposals of the assistant appear here.`}
        </Text>
      )}
      <Stack as="ul" gap={12} className={styles.approvals} aria-label={t`Waiting for approval`}>
        {waiting.map((approval) => (
          <WaitingApproval key={approval.id} approval={approval} isOneOfMany={waiting.length > 1} />
        ))}
      </Stack>
      {decided.length > 0 && (
        <details className={styles.decided}>
          <summary>{t`Recent requests`}</summary>
          <Stack as="ul" gap={8} pad="8px 0 0">
            {decided.map(({ id, requester, summary, state, failure }) => (
              <Stack as="li" gap={0} key={id}>
                <span>{summary.replaceAll("`", "")}</span>
                <Text as="small" tone="faint" size="label">
                  {requester} · {STATES[state]}
                  {failure && `: ${failure}`}
                </Text>
              </Stack>
            ))}
          </Stack>
        </details>
      )}
    </div>
  );
}

const STATES: Record<Approval["state"], string> = {
  waiting: t`Waiting`,
  running: t`In progress`,
  done: t`Approved`,
  failed: t`Failed`,
  interrupted: t`Interrupted: look whether it was done`,
  dismissed: t`Dismissed`,
  expired: t`Expired`,
};

function WaitingApproval({ approval, isOneOfMany }: { approval: Approval; isOneOfMany: boolean }) {
  const { id, inputHash, source, failure, description, warnings, editedAt } = approval;
  const resource = source === "agent" ? approvals : assistant;
  const queries = useQueryClient();
  const decide = useWrite({
    send: async (act: Decision) => {
      if (act === "approve" && failure !== null) await approvals.retry.call({ id, inputHash });
      else if (act === "approve") await resource.approve.call({ id, inputHash });
      else await resource.dismiss.call({ id });
      return act;
    },
    invalidates: [["approvals"]],
    done: (act) => (act === "approve" ? t`Approved and done` : t`Discarded`),
    failed: t`That was not done`,
  });
  const edit = async (changes: CallChanges) => {
    await resource.edit.call({ id, inputHash, changes });
    await queries.invalidateQueries({ queryKey: ["approvals"] });
  };
  if (!description) return null;
  return (
    <li>
      <CallCard
        label={`${approval.requester}: ${approval.summary}`}
        description={description}
        warnings={warnings}
        isEdited={editedAt !== null}
        isBusy={decide.isPending}
        isOneOfMany={isOneOfMany}
        facts={`${approval.requester} · ${t`expires ${formatTimeUntil(approval.expiresAt)}`}`}
        {...(failure !== null && {
          failure: t`${withoutStop(failure)}. Nothing was done.`,
          approveLabel: t`Try again`,
        })}
        onDecide={decide.mutate}
        onEdit={(changes) => reasonOf(edit(changes))}
      />
    </li>
  );
}

const withoutStop = (sentence: string) => sentence.replace(/\.$/, "");
