import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { profile } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { AccountsStep } from "./accounts-step.tsx";
import styles from "./first-steps.module.css";
import { FirstViewStep } from "./first-view-step.tsx";
import { ProfileStep } from "./profile-step.tsx";

const STEPS = [t`About you`, t`Mail and calendar`, t`First view`] as const;

/** What an account needs to be useful, in three steps. Each can be skipped, and so can all of them. */
export function FirstSteps({ onDone }: { onDone(): void }) {
  const [step, setStep] = useState(0);
  const body = useFocusOfStep(step);
  const own = useQuery(profile.get.query({}));
  const onNext = () => setStep(step + 1);
  return (
    <>
      <Progress step={step} />
      <QueryContent query={own} failure={t`Your profile could not be loaded`}>
        {(stored) => (
          <div ref={body} className={styles.body}>
            {step === 0 && <ProfileStep stored={stored} onNext={onNext} />}
            {step === 1 && <AccountsStep stored={stored} onBack={() => setStep(0)} onNext={onNext} />}
            {step === 2 && <FirstViewStep stored={stored} onBack={() => setStep(1)} onDone={onDone} />}
          </div>
        )}
      </QueryContent>
    </>
  );
}

/** The next step begins where the last one did, with its first field: the button that led to it is gone. */
function useFocusOfStep(step: number) {
  const body = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    body.current?.querySelector<HTMLElement>("input, select")?.focus({ preventScroll: true });
    body.current?.scrollIntoView({ block: "nearest" });
  }, [step]);
  return body;
}

const Progress = ({ step }: { step: number }) => (
  <ol className={styles.progress} aria-label={t`Steps`}>
    {STEPS.map((name, index) => (
      <li
        key={name}
        aria-current={index === step ? "step" : undefined}
        data-is-done={index < step || undefined}
      >
        <span className={styles.number} aria-hidden>
          {index + 1}
        </span>
        <span className={styles.name}>{name}</span>
      </li>
    ))}
  </ol>
);
