import { Badge, type Tone } from "#ui/badge.tsx";
import { formatDate, formatTime } from "#ui/dates.ts";
import { type DecisionOnWire, VOTE_LABELS, VOTES, type Vote } from "../model.ts";
import styles from "./decision-facts.module.css";

const OUTCOMES: Record<NonNullable<DecisionOnWire["outcome"]>, { label: string; tone: Tone }> = {
  approved: { label: "Approved", tone: "good" },
  rejected: { label: "Rejected", tone: "bad" },
  tied: { label: "Tied", tone: "neutral" },
};

const REASONS: Record<NonNullable<DecisionOnWire["completedBecause"]>, string> = {
  deadline: "the deadline passed",
  everyone: "everyone voted",
  closed: "it was closed",
};

export const VOTE_TONES: Record<Vote, Tone> = { approve: "good", reject: "bad", abstain: "neutral" };

/** Status, outcome, where and by whom, and until when. */
export function DecisionFacts({ decision }: { decision: DecisionOnWire }) {
  const { status, outcome, workspaceName, creatorName, deadline, completedAt, completedBecause } = decision;
  const isOpen = status !== "completed";
  return (
    <div className={styles.facts}>
      <Badge dot tone={isOpen ? "info" : "neutral"}>
        {isOpen ? "Voting" : "Completed"}
      </Badge>
      {outcome && (
        <Badge dot tone={OUTCOMES[outcome].tone}>
          {OUTCOMES[outcome].label}
        </Badge>
      )}
      <span>{workspaceName}</span>
      {creatorName && <span>by {creatorName}</span>}
      {isOpen && <span>{deadline ? `until ${describeMoment(deadline)}` : "no deadline"}</span>}
      {!isOpen && completedAt && (
        <span>
          {formatDate(completedAt)}
          {completedBecause && `, because ${REASONS[completedBecause]}`}
        </span>
      )}
    </div>
  );
}

/** What was voted, in numbers and as a bar. */
export function Tally({ decision: { counts, voters, status } }: { decision: DecisionOnWire }) {
  const voted = counts.approve + counts.reject + counts.abstain;
  const all = Math.max(voted, status === "completed" ? voted : voters, 1);
  return (
    <div className={styles.tally}>
      <div className={styles.bar} aria-hidden>
        {VOTES.filter((vote) => counts[vote] > 0).map((vote) => (
          <span
            key={vote}
            className={styles.part}
            data-tone={VOTE_TONES[vote]}
            style={{ width: `${(counts[vote] / all) * 100}%` }}
          />
        ))}
      </div>
      <p className={styles.numbers}>
        {VOTES.map((vote) => (
          <span key={vote} className={styles.number}>
            <span className={styles.dot} data-tone={VOTE_TONES[vote]} aria-hidden />
            {VOTE_LABELS[vote]} {counts[vote]}
          </span>
        ))}
        {status !== "completed" && (
          <span className={styles.voted}>
            {voted} of {Math.max(voters, voted)} voted
          </span>
        )}
      </p>
    </div>
  );
}

const describeMoment = (instant: string) => `${formatDate(instant)}, ${formatTime(new Date(instant))}`;
