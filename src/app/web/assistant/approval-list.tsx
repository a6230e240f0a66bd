import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { type Approval, approvals, assistant } from "../api.ts";
import styles from "./assistant-page.module.css";
import { CallCard, Decide } from "./call-card.tsx";

const LIST = approvals.list.query({});

/** How many acts wait for a yes; nothing while that is not known. */
export const useWaitingCount = (): number => useQuery(LIST).data?.waiting.length ?? 0;

/** Everything that waits for this person's yes, whoever asks for it, and what became of the last requests. */
export function ApprovalList() {
  const list = useQuery({ ...LIST, meta: { failure: "Failed to load the approvals" } });
  if (list.isPending) return <SkeletonRows count={2} label="Loading the approvals" />;
  if (!list.data)
    return <ErrorState title="The approvals could not be loaded" onRetry={() => void list.refetch()} />;
  const { waiting, decided } = list.data;
  return (
    <div className={styles.scroll}>
      {waiting.length === 0 && (
        <p className={styles.note}>
          Nothing is waiting. Requests of agents and proposals of the assistant appear here.
        </p>
      )}
      <ul className={styles.approvals} aria-label="Waiting for approval">
        {waiting.map((approval) => (
          <WaitingApproval key={approval.id} approval={approval} />
        ))}
      </ul>
      {decided.length > 0 && (
        <details className={styles.decided}>
          <summary>Recent requests</summary>
          <ul>
            {decided.map(({ id, requester, summary, state }) => (
              <li key={id}>
                <span>{summary}</span>
                <small>
                  {requester} · {STATES[state]}
                </small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const STATES: Record<Approval["state"], string> = {
  waiting: "Waiting",
  running: "In progress",
  done: "Approved",
  failed: "Failed",
  interrupted: "Interrupted: look whether it was done",
  dismissed: "Dismissed",
  expired: "Expired",
};

function WaitingApproval({ approval }: { approval: Approval }) {
  const queries = useQueryClient();
  const { id, inputHash, source } = approval;
  const decide = useMutation({
    mutationFn: async (act: "approve" | "dismiss") => {
      const resource = source === "agent" ? approvals : assistant;
      if (act === "approve") await resource.approve.call({ id, inputHash });
      else await resource.dismiss.call({ id });
      return act;
    },
    onSuccess: (act) => void toast.success(act === "approve" ? "Approved and done" : "Dismissed"),
    onSettled: () => queries.invalidateQueries({ queryKey: ["approvals"] }),
    meta: { failure: "That was not done" },
  });
  return (
    <li>
      <CallCard
        label={`${approval.requester}: ${approval.summary}`}
        summary={approval.summary}
        input={approval.input}
        warnings={approval.warnings}
        facts={`${approval.requester} · expires ${expiryOf(approval.expiresAt)}`}
      >
        <Decide isBusy={decide.isPending} onDecide={decide.mutate} />
      </CallCard>
    </li>
  );
}

const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "always" });

function expiryOf(instant: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(instant) - Date.now()) / 60_000));
  return minutes < 60
    ? relative.format(minutes, "minute")
    : relative.format(Math.round(minutes / 60), "hour");
}
