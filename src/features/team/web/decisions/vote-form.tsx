import { Check, Minus, X } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { type DecisionOnWire, VOTE_LABELS, VOTES, type Vote } from "../../model.ts";
import { castVote } from "../team-mutations.ts";
import { VOTE_TONES } from "./decision-facts.tsx";
import styles from "./vote-form.module.css";

const ICONS = { approve: Check, reject: X, abstain: Minus } as const;

/** Three buttons and a reason. The vote stands at once, and can be changed until the decision is completed. */
export function VoteForm({ decision }: { decision: DecisionOnWire }) {
  const { myVote, myComment, myProxyName, title } = decision;
  const [comment, setComment] = useState(myComment ?? "");
  const reason = comment.trim() || null;
  const cast = (vote: Vote) => void castVote(decision, vote, reason);
  return (
    <Stack gap={8} maxWidth="40rem" className={styles.form}>
      {myProxyName && (
        <Text tone="soft" size="list">
          {t`${myProxyName} voted for you, as your proxy. Your own vote takes its place.`}
        </Text>
      )}
      <Row gap={12} lineGap={8} wrap>
        <Row as="fieldset" gap={6} wrap className={styles.votes}>
          <legend className="visually-hidden">{t`Your vote on '${title}'`}</legend>
          {VOTES.map((vote) => {
            const Icon = ICONS[vote];
            return (
              <button
                key={vote}
                type="button"
                className={styles.vote}
                data-tone={VOTE_TONES[vote]}
                aria-pressed={myVote === vote}
                onClick={() => cast(vote)}
              >
                <Icon size={16} strokeWidth={2} aria-hidden />
                {VOTE_LABELS[vote]}
              </button>
            );
          })}
        </Row>
        <TextInput
          aria-label={t`Reason for your vote on '${title}'`}
          placeholder={myVote ? t`Add a reason, then Enter` : t`A reason, if you like`}
          className={styles.comment}
          maxLength={2000}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === "Enter" && myVote && reason !== myComment) cast(myVote);
          }}
        />
      </Row>
    </Stack>
  );
}
