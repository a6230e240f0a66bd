import { t } from "#i18n/message.ts";
import { formatDate, formatMediumMoment, formatTime } from "#ui/dates.ts";
import { Badge, type Tone } from "#ui/display/badge.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import {
  type DecisionOnWire,
  OUTCOME_LABELS,
  THRESHOLD_LABELS,
  VOTE_LABELS,
  VOTES,
  type Vote,
} from "../../model.ts";
import styles from "./decision-facts.module.css";

const OUTCOME_TONES: Record<NonNullable<DecisionOnWire["outcome"]>, Tone> = {
  approved: "good",
  rejected: "bad",
  tied: "neutral",
  no_quorum: "warn",
};

/** When it was completed, and why. */
function describeCompletion(at: string, { completionReason, closedByName }: DecisionOnWire): string {
  const when = describeMoment(at);
  if (closedByName) return t`${when}, because it was closed by ${closedByName}`;
  if (completionReason === "deadline") return t`${when}, because the deadline passed`;
  if (completionReason === "everyone") return t`${when}, because everyone voted`;
  return completionReason === "closed" ? t`${when}, because it was closed` : when;
}

export const VOTE_TONES: Record<Vote, Tone> = { approve: "good", reject: "bad", abstain: "neutral" };

/** Status, outcome, workspace and creator, rules, and deadline. */
export function DecisionFacts({ decision }: { decision: DecisionOnWire }) {
  const { status, outcome, workspaceName, creatorName, deadline, timeZone } = decision;
  const { completedAt, threshold, quorum, isHidden } = decision;
  const isOpen = status !== "completed";
  return (
    <Text as="div" tone="soft" size="list" overflow="break" isTabular>
      <Row gap={10} lineGap={6} wrap>
        <Badge dot tone={isOpen ? "info" : "neutral"}>
          {isOpen ? t`Voting` : t`Completed`}
        </Badge>
        {outcome && (
          <Badge dot tone={OUTCOME_TONES[outcome]}>
            {OUTCOME_LABELS[outcome]}
          </Badge>
        )}
        {isOpen && decision.mayVote && decision.myVote === null && (
          <Badge tone="accent">{t`Needs your vote`}</Badge>
        )}
        {threshold !== "majority" && <Badge>{THRESHOLD_LABELS[threshold]}</Badge>}
        {quorum > 0 && <Badge>{t`Quorum ${quorum} %`}</Badge>}
        {isHidden && isOpen && <Badge>{t`Hidden until closed`}</Badge>}
        <span>{decision.isWorkspaceActive ? workspaceName : t`${workspaceName} (inactive)`}</span>
        {creatorName && <span>{t`by ${creatorName}`}</span>}
        {isOpen && <span>{deadline ? describeDeadline(deadline, timeZone) : t`no deadline`}</span>}
        {!isOpen && completedAt && <span>{describeCompletion(completedAt, decision)}</span>}
        {!isOpen && deadline && decision.completionReason !== "deadline" && (
          <span>{t`the deadline was ${describeMoment(deadline)}`}</span>
        )}
      </Row>
    </Text>
  );
}

/** The deadline in the reader's time zone, and in the creator's if the local times differ. */
function describeDeadline(deadline: string, zone: string | null): string {
  const there = zone && formatMediumMoment(new Date(deadline), undefined, zone);
  const here = describeMoment(deadline);
  return there && there !== formatMediumMoment(new Date(deadline))
    ? t`until ${here} (${there} in ${zone.replaceAll("_", " ")})`
    : t`until ${here}`;
}

/** The counts as numbers and a bar; only the number of votes while they are hidden. */
export function Tally({ decision: { counts, voted, voters, status } }: { decision: DecisionOnWire }) {
  const all = Math.max(voted, status === "completed" ? voted : voters, 1);
  return (
    <Stack gap={6} maxWidth="40rem">
      <div className={styles.bar} aria-hidden>
        {counts ? (
          VOTES.filter((vote) => counts[vote] > 0).map((vote) => (
            <span
              key={vote}
              className={styles.part}
              data-tone={VOTE_TONES[vote]}
              style={{ width: `${(counts[vote] / all) * 100}%` }}
            />
          ))
        ) : (
          <span className={styles.part} style={{ width: `${(voted / all) * 100}%` }} />
        )}
      </div>
      <Text as="div" tone="soft" size="list" isTabular>
        <Row as="p" gap={14} lineGap={2} wrap>
          {counts &&
            VOTES.map((vote) => (
              <Row as="span" gap={6} key={vote}>
                <span className={styles.dot} data-tone={VOTE_TONES[vote]} aria-hidden />
                {VOTE_LABELS[vote]} {counts[vote]}
              </Row>
            ))}
          {!counts && <span>{t`Votes are shown when it is completed`}</span>}
          <Text as="span" margin="0 0 0 auto">
            {t`${voted} of ${Math.max(voters, voted)} voted`}
          </Text>
        </Row>
      </Text>
    </Stack>
  );
}

const describeMoment = (instant: string) => `${formatDate(instant)}, ${formatTime(new Date(instant))}`;
