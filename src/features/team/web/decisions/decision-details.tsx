import { useQuery } from "@tanstack/react-query";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t } from "#i18n/message.ts";
import { isTransientError } from "#platform/client/retry-transient-errors.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { Badge } from "#ui/display/badge.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { LinedList } from "#ui/lists/lined-list.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { type DecisionOnWire, VOTE_LABELS } from "../../model.ts";
import { decisions } from "../api.ts";
import { decisionRecords } from "../records.ts";
import { DecisionActions } from "./decision-actions.tsx";
import { DecisionBody } from "./decision-card.tsx";
import styles from "./decision-details.module.css";
import { DecisionFacts, VOTE_TONES } from "./decision-facts.tsx";
import { DecisionLog } from "./decision-log.tsx";
import { DecisionPapers } from "./decision-papers.tsx";
import { DecisionProxies } from "./decision-proxies.tsx";

type DecisionDetailsProps = { id: string; onClose(): void };

/** A decision with all votes; has its own URL. */
export function DecisionDetails({ id, onClose }: DecisionDetailsProps) {
  const known = useRecord(decisionRecords, id);
  const read = useQuery({
    ...decisions.get.query({ id }),
    queryFn: async () => {
      const decision = await decisions.get.call({ id });
      decisionRecords.receive([decision]);
      return decision;
    },
    enabled: !known,
    gcTime: 0,
  });
  if (known)
    return (
      <Dialog isOpen size="large" onClose={onClose} title={known.title}>
        <Details decision={known} />
      </Dialog>
    );
  return (
    <Dialog isOpen size="large" onClose={onClose} title={t`Decision`}>
      {read.isError ? (
        <ErrorState
          title={t`This decision cannot be shown`}
          message={read.error.message}
          {...(isTransientError(read.error) && { onRetry: () => void read.refetch() })}
        />
      ) : (
        <SkeletonRows count={4} label={t`Loading the decision`} />
      )}
    </Dialog>
  );
}

const Details = ({ decision }: { decision: DecisionOnWire }) => (
  <Stack gap={14}>
    <DecisionFacts decision={decision} />
    {decision.description && <p className={styles.description}>{decision.description}</p>}
    <DecisionBody decision={decision} />
    <DecisionActions decision={decision} />
    <DecisionPapers decision={decision} />
    <Ballots decision={decision} />
    <DecisionProxies decision={decision} />
    <DecisionLog decision={decision} />
  </Stack>
);

function Ballots({ decision: { id, counts } }: { decision: DecisionOnWire }) {
  const { data, isError } = useQuery(decisions.ballots.query({ id, limit: 200 }));
  if (isError) return <Text tone="soft">{t`The votes cannot be read.`}</Text>;
  if (!data) return <SkeletonRows count={3} label={t`Loading votes`} />;
  return (
    <Stack as="section" gap={4} aria-label={t`Votes`}>
      <Text as="h3" size="body">
        {t`Votes`}
      </Text>
      {!counts && <Text tone="soft">{t`Everybody's votes are shown when it is completed.`}</Text>}
      {counts && data.items.length === 0 && <Text tone="soft">{t`Nobody has voted yet.`}</Text>}
      <LinedList>
        {data.items.map(({ userId, fullName, vote, comment, proxyName }) => (
          <li key={userId} className={styles.ballot}>
            <Row as="span" weight="medium" overflow="break">
              <PersonAvatar userId={userId} name={fullName} size="small" />
              {fullName || t`Somebody who left`}
            </Row>
            <Badge dot tone={VOTE_TONES[vote]}>
              {VOTE_LABELS[vote]}
            </Badge>
            {proxyName && <p className={styles.comment}>{t`by ${proxyName}, as proxy`}</p>}
            {comment && <p className={styles.comment}>{comment}</p>}
          </li>
        ))}
      </LinedList>
      {data.nextCursor && <Text tone="soft">{t`The first 200 votes are shown.`}</Text>}
    </Stack>
  );
}
