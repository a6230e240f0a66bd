import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Check, CircleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { calendarAccounts } from "#features/calendar/web/api.ts";
import { connectLabel, NewAccountForm } from "#features/email/web/accounts/new-account-form.tsx";
import { type NewAccountFields, useNewAccount } from "#features/email/web/accounts/use-new-account.ts";
import type { Profile } from "#features/settings/web/profile/profile-edits.ts";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./first-steps.module.css";
import { StepForm } from "./step-form.tsx";

type AccountsStepProps = { stored: Profile; onClose(): void };
type Outcome = { isOk: boolean; text: string };
type Connected = NewAccountFields & { calendarUrl: string | null };

/** Mail by address and password, and the calendar that takes the same ones. */
export function AccountsStep({ stored, onClose }: AccountsStepProps) {
  const [withCalendar, setWithCalendar] = useState(true);
  const { outcomes, connectCalendar } = useOutcomes(withCalendar);
  const account = useNewAccount({
    known: { address: stored.email, name: stored.fullName },
    onConnected: connectCalendar,
  });
  const isConnected = outcomes.length > 0;
  const navigate = useNavigate();
  const next = useRef<HTMLButtonElement>(null);
  // The fields are gone, and with them the focus.
  useEffect(() => {
    if (isConnected) next.current?.focus();
  }, [isConnected]);
  return (
    <StepForm
      title={t`Connect your mail and calendar`}
      text={t`Your address and its password are enough: the servers are looked up. The password is stored encrypted.`}
      onSubmit={() => (isConnected ? onClose() : void account.connect())}
      buttons={
        <>
          <BusyButton ref={next} type="submit" variant="filled" isBusy={account.busy !== null}>
            {isConnected ? t`Done` : connectLabel(account.busy)}
          </BusyButton>
          <Button variant="default" onClick={isConnected ? () => void navigate({ to: "/email" }) : onClose}>
            {isConnected ? t`Open Email` : t`Cancel`}
          </Button>
        </>
      }
    >
      {isConnected ? (
        <Outcomes outcomes={outcomes} />
      ) : (
        <Stack gap={14}>
          <NewAccountForm account={account} />
          <Checkbox
            label={t`Connect its calendar too`}
            description={t`Where the provider has one for the same address.`}
            checked={withCalendar}
            onChange={({ target }) => setWithCalendar(target.checked)}
          />
        </Stack>
      )}
      <Text tone="soft" size="list">
        {rich(t`More ways, also by sign-in at a provider: <0>Integrations</0>`, (words) => (
          <Link to="/integrations" className={styles.link}>
            {words}
          </Link>
        ))}
      </Text>
    </StepForm>
  );
}

const Outcomes = ({ outcomes }: { outcomes: readonly Outcome[] }) => (
  <Stack as="ul" gap={8} aria-label={t`Connected`} role="status">
    {outcomes.map(({ isOk, text }) => (
      <li key={text}>
        <IconText
          icon={isOk ? Check : CircleAlert}
          iconTone={isOk ? "good" : "warn"}
          iconLabel={isOk ? t`Connected` : t`Not connected`}
        >
          {text}
        </IconText>
      </li>
    ))}
  </Stack>
);

/** What was connected, empty before; a calendar that was not says why. */
function useOutcomes(withCalendar: boolean) {
  const queries = useQueryClient();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const connectCalendar = async ({ address, password, calendarUrl }: Connected) => {
    const mail = { isOk: true, text: t`Mail of ${address}: its messages arrive in the background.` };
    if (!withCalendar) return setOutcomes([mail]);
    if (!calendarUrl)
      return setOutcomes([
        mail,
        { isOk: false, text: t`No calendar server was found for this address. You can add one in Calendar.` },
      ]);
    const { host } = new URL(calendarUrl);
    const calendar = await calendarAccounts.connect
      .call({ name: host, serverUrl: calendarUrl, username: address, password })
      .then(
        () => ({ isOk: true, text: t`Calendar at ${host}` }),
        (failure: Error) => ({ isOk: false, text: t`Calendar at ${host}: ${failure.message}` }),
      );
    setOutcomes([mail, calendar]);
    await queries.invalidateQueries({ queryKey: ["calendarAccounts"] });
  };
  return { outcomes, connectCalendar };
}
