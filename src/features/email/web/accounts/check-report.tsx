import { Check, CircleAlert, Minus } from "lucide-react";
import { t } from "#i18n/message.ts";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Grid, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { type AccountCheckOnWire, CHECK_LABELS } from "../../account-model.ts";
import { CertificatesToTrust } from "./certificate.tsx";

const MARKS = { passed: Check, failed: CircleAlert, skipped: Minus };
const TONES = { passed: "good", failed: "bad", skipped: "faint" } as const;
const STATES = { passed: t`passed`, failed: t`failed`, skipped: t`skipped` };
const SIDES = { reading: t`Reading`, sending: t`Sending` };

type VerdictProps = {
  fault: string | null;
  check: AccountCheckOnWire | null;
  onTrust(fingerprint: string): void;
};

/** The result of a connection test, scrolled into view: the form is longer than its dialog. */
export function Verdict({ fault, check, onTrust }: VerdictProps) {
  return (
    <div role="alert">
      {(fault || check) && (
        <span
          key={`${fault}${JSON.stringify(check)}`}
          ref={hasCertificate(check) ? scrollToEnd : scrollToMark}
        />
      )}
      {fault && <Text tone="bad">{fault}</Text>}
      {check && <CheckReport check={check} />}
      {check && <CertificatesToTrust check={check} onTrust={onTrust} />}
    </div>
  );
}

const hasCertificate = (check: AccountCheckOnWire | null) =>
  check?.steps.some(({ certificate }) => certificate !== null) ?? false;

/** The certificate and its button, with as much of the report above as there is room for. */
const scrollToEnd = (mark: HTMLElement | null) => mark?.parentElement?.scrollIntoView({ block: "end" });
const scrollToMark = (mark: HTMLElement | null) => mark?.parentElement?.scrollIntoView({ block: "nearest" });

/** The test step by step; the failed step shows its reason and its remedy. */
function CheckReport({ check }: { check: AccountCheckOnWire }) {
  return (
    <Grid columns="14rem" gap={16}>
      {(["reading", "sending"] as const).map((side) => (
        <Stack as="section" gap={6} key={side} aria-label={SIDES[side]}>
          <Text as="h3" size="list">
            {SIDES[side]}
          </Text>
          <Stack as="ol" gap={6}>
            {check.steps
              .filter((step) => step.side === side)
              .map(({ step, state, reason, remedy }) => {
                return (
                  <li key={step}>
                    <IconText
                      icon={MARKS[state]}
                      iconLabel={STATES[state]}
                      iconTone={TONES[state]}
                      overflow="break"
                      {...(state === "skipped" && { tone: "faint" })}
                    >
                      {CHECK_LABELS[step]}
                      {reason && (
                        <Text as="span" margin="2px 0 0" display="block">
                          {reason}
                        </Text>
                      )}
                      {remedy && (
                        <Text as="strong" margin="2px 0 0" display="block">
                          {remedy}
                        </Text>
                      )}
                    </IconText>
                  </li>
                );
              })}
          </Stack>
        </Stack>
      ))}
    </Grid>
  );
}
