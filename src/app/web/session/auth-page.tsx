import { useWindowEvent } from "@mantine/hooks";
import { type ReactNode, useId, useState } from "react";
import { t } from "#i18n/message.ts";
import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { useDocumentTitle } from "#ui/page.tsx";
import { AuthCard } from "./auth-card.tsx";
import { consumeAuthLink } from "./auth-link.ts";
import { useAuth } from "./auth-provider.tsx";
import { ConfirmCard } from "./confirm-card.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { SetUpCard } from "./set-up-card.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const TABS = [
  { value: "sign-in", label: t`Sign In` },
  { value: "sign-up", label: t`Sign Up` },
] as const;

type Form = (typeof TABS)[number]["value"];

/** `arrival` is rendered for somebody who is signed in. `isUnused`: nobody has an account here yet. */
export function AuthPage({ arrival, isUnused = false }: { arrival: ReactNode; isUnused?: boolean }) {
  const auth = useAuth();
  const [link, setLink] = useState(consumeAuthLink);
  const leaveLink = () => setLink(undefined);
  // Pasting a link into this page changes only the fragment.
  useWindowEvent("hashchange", () => setLink((now) => consumeAuthLink() ?? now));
  useDocumentTitle(t`Welcome`);
  if (auth.isLoading) return <Spinner label={t`Loading`} />;
  if (link?.kind === "reset") return <ResetCard token={link.token} onDone={leaveLink} />;
  if (link?.kind === "confirm") return <ConfirmCard token={link.token} onDone={leaveLink} />;
  if (link?.kind === "setup") return <SetUp token={link.token} onDone={leaveLink} />;
  if (auth.user) return arrival;
  return <WelcomeCard first={isUnused ? "sign-up" : "sign-in"} />;
}

function WelcomeCard({ first }: { first: Form }) {
  const id = useId();
  const [form, setForm] = useState<Form>(first);
  const password = useReveal();
  return (
    <AuthCard title={t`Welcome`} text={t`Sign in to your account or create a new one`}>
      <TabList id={id} label={t`Account`} value={form} onChange={setForm} tabs={TABS} isFull />
      <TabPanel id={id} value="sign-in" isActive={form === "sign-in"}>
        <SignInForm password={password} />
      </TabPanel>
      <TabPanel id={id} value="sign-up" isActive={form === "sign-up"}>
        <SignUpForm password={password} onDone={() => setForm("sign-in")} />
      </TabPanel>
    </AuthCard>
  );
}

const SetUp = (props: { token: string; onDone(): void }) => <SetUpCard {...props} password={useReveal()} />;

function ResetCard({ token, onDone }: { token: string; onDone(): void }) {
  return (
    <AuthCard title={t`Choose a new password`} text={t`Every browser is signed out when it is set.`}>
      <NewPasswordForm token={token} password={useReveal()} onDone={onDone} />
    </AuthCard>
  );
}

/** One toggle for all password fields that may be shown. */
function useReveal() {
  const [isShown, setShown] = useState(false);
  return { isShown, onToggle: () => setShown(!isShown) };
}
