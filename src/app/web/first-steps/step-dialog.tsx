import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarDays, Users } from "lucide-react";
import { profile } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import type { FirstStep } from "#platform/auth/first-steps.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { CopyButton } from "#ui/inputs/copy-button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ListRow } from "#ui/lists/list-row.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { AccountsStep } from "./accounts-step.tsx";
import { ProfileStep } from "./profile-step.tsx";
import { WORDS } from "./step-words.ts";

type StepDialogProps = { step: FirstStep; onClose(): void };

/** What a step needs of the person. */
export const StepDialog = ({ step, onClose }: StepDialogProps) => (
  <Dialog isOpen onClose={onClose} title={WORDS[step].title}>
    {step === "import" && <Files />}
    {step === "phone" && <OnPhone />}
    {(step === "mail" || step === "timeZone") && <OfProfile step={step} onClose={onClose} />}
  </Dialog>
);

function OfProfile({ step, onClose }: StepDialogProps) {
  const own = useQuery(profile.get.query({}));
  return (
    <QueryContent query={own} failure={t`Your profile could not be loaded`}>
      {(stored) =>
        step === "mail" ? (
          <AccountsStep stored={stored} onClose={onClose} />
        ) : (
          <ProfileStep stored={stored} onClose={onClose} />
        )
      }
    </QueryContent>
  );
}

const FILES = [
  {
    icon: CalendarDays,
    title: t`Events and tasks`,
    detail: t`An .ics file, in Calendar: Import or export a file.`,
    href: "/calendar?show=calendars",
  },
  {
    icon: Users,
    title: t`Contacts`,
    detail: t`A .vcf file, in Contacts: More, Import vCards.`,
    href: "/communication?tab=contacts",
  },
];

const Files = () => (
  <Stack as="ul" gap={0}>
    {FILES.map(({ icon: Icon, title, detail, href }) => (
      <ListRow
        key={href}
        as="li"
        leading={<Icon size={18} strokeWidth={1.75} aria-hidden />}
        title={<Link to={href}>{title}</Link>}
        detail={
          <Text as="span" tone="faint" size="label">
            {detail}
          </Text>
        }
      />
    ))}
  </Stack>
);

/** A phone does not reach what only this machine serves. */
const isLocal = () => /^(localhost|127\.|\[::1\])/.test(location.hostname);

function OnPhone() {
  const address = location.origin;
  return (
    <Stack gap={12}>
      {isLocal() ? (
        <Text>
          {t`This address works on this computer only: ${address}. Your administrator sets one that your phone can reach.`}
        </Text>
      ) : (
        <>
          <Text>{t`Open this address in the browser of your phone and sign in. Then this step is done.`}</Text>
          <Text weight="medium" overflow="break">
            {address}
          </Text>
          <div>
            <CopyButton label={t`Copy address`} text={address} isPrimary data-autofocus />
          </div>
        </>
      )}
      <Text tone="soft" size="list">
        {t`iPhone: Share, then Add to Home Screen. Android: the menu of the browser, then Add to Home screen.`}
      </Text>
    </Stack>
  );
}
