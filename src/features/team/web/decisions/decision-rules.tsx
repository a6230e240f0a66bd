import { t, term } from "#i18n/message.ts";
import { oneOf } from "#platform/client/read-params.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import { THRESHOLD_LABELS, THRESHOLD_RULES, THRESHOLDS, type Threshold } from "../../model.ts";
import styles from "../form.module.css";

export type Rules = { threshold: Threshold; quorum: number; isHidden: boolean };
export const INITIAL_RULES: Rules = { threshold: "majority", quorum: 0, isHidden: false };

const QUORUMS = [0, 25, 50, 60, 67, 75, 100];

/** By which rules it is decided. They are fixed once voting begins. */
export const DecisionRules = ({ rules, onChange }: { rules: Rules; onChange(rules: Rules): void }) => (
  <>
    <Grid gap={14} columns={2} className={styles.pair}>
      <NativeSelect
        label={t`Approved by`}
        description={THRESHOLD_RULES[rules.threshold]}
        value={rules.threshold}
        onChange={({ currentTarget }) =>
          onChange({ ...rules, threshold: oneOf(THRESHOLDS)(currentTarget.value) ?? rules.threshold })
        }
        data={THRESHOLDS.map((value) => ({ value, label: THRESHOLD_LABELS[value] }))}
      />
      <NativeSelect
        label={t`Quorum`}
        description={t`How many have to vote, abstentions included`}
        value={String(rules.quorum)}
        onChange={({ currentTarget }) => onChange({ ...rules, quorum: Number(currentTarget.value) })}
        data={QUORUMS.map((percent) => ({
          value: String(percent),
          label:
            percent === 0
              ? term("None", "no quorum is needed")
              : percent === 100
                ? t`Everyone`
                : `${percent} %`,
        }))}
      />
    </Grid>
    <Switch
      label={t`Hide votes until it is completed`}
      description={t`Until then everyone sees how many have voted, and nobody how.`}
      isOn={rules.isHidden}
      onChange={(isHidden) => onChange({ ...rules, isHidden })}
    />
  </>
);
