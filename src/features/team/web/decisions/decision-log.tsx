import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { formatDate, formatTime } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import type { DecisionOnWire, LogEntry } from "../../model.ts";
import { decisions } from "../api.ts";
import { reportFailure } from "../team-mutations.ts";
import styles from "./decision-log.module.css";
import { describeEntry } from "./describe-entry.ts";
import { type Verdict, verifyInBrowser } from "./verify-in-browser.ts";

/** Everything that happened to the decision, each entry sealed with the one before; whoever looks can check it. */
export function DecisionLog({ decision }: { decision: DecisionOnWire }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.log} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>Log</summary>
      {isOpen && <Entries decision={decision} />}
    </details>
  );
}

function Entries({ decision: { id } }: { decision: DecisionOnWire }) {
  const { data, isError } = useQuery(decisions.log.query({ id, limit: 1000 }));
  const [verdict, setVerdict] = useState<Verdict>();
  const [isBusy, setBusy] = useState(false);
  const verify = async () => {
    setBusy(true);
    await verifyInBrowser(id)
      .then(setVerdict)
      .catch((error: unknown) => reportFailure("The log could not be checked", error));
    setBusy(false);
  };
  if (isError) return <p className={styles.facts}>The log cannot be read.</p>;
  if (!data) return <SkeletonRows count={3} label="Loading the log" />;
  return (
    <div className={styles.body}>
      <ol className={styles.entries} aria-label="Log">
        {data.items.map((entry) => (
          <Entry key={entry.sequence} entry={entry} />
        ))}
      </ol>
      {data.isMore && <p className={styles.facts}>The first 1,000 entries are shown.</p>}
      <div className={styles.verify}>
        <Button
          variant="default"
          leftSection={<ShieldCheck size={16} strokeWidth={1.75} aria-hidden />}
          disabled={isBusy}
          onClick={() => void verify()}
        >
          {isBusy ? "Verifying..." : "Verify"}
        </Button>
        <span role="status" className={styles.verdict}>
          {verdict && <VerdictBadge verdict={verdict} />}
        </span>
      </div>
    </div>
  );
}

function VerdictBadge({
  verdict: { entries, brokenAt, votesAgree, verifiedBy: where },
}: {
  verdict: Verdict;
}) {
  if (brokenAt !== null)
    return (
      <Badge dot tone="bad">
        Entry {brokenAt} was changed
      </Badge>
    );
  if (votesAgree === false)
    return (
      <Badge dot tone="bad">
        The votes do not match the log
      </Badge>
    );
  return (
    <>
      <Badge dot tone="good">
        Intact: {entries === 1 ? "1 entry" : `${entries} entries`}
      </Badge>
      <span className={styles.facts}>checked {where}</span>
    </>
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  const { who, what, at } = describeEntry(entry);
  return (
    <li className={styles.entry}>
      <span>
        {who && <strong>{who}</strong>} {what}
      </span>
      <span className={styles.facts}>
        {at && `${formatDate(at)}, ${formatTime(new Date(at))} · `}
        <code title={entry.hash}>{entry.hash.slice(0, 12)}</code>
      </span>
    </li>
  );
}
