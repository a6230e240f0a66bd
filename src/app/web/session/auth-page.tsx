import { Navigate } from "@tanstack/react-router";
import { useEffect, useId, useState } from "react";
import { emailConfirmation } from "#features/settings/web/api.ts";
import { useDocumentTitle } from "#ui/page.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TabList, TabPanel } from "#ui/tabs.tsx";
import { toast } from "#ui/toast.ts";
import { Logo } from "../shell/logo.tsx";
import { takeWanted } from "./arrival.ts";
import { takeAuthLink } from "./auth-link.ts";
import styles from "./auth-page.module.css";
import { useAuth } from "./auth-provider.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const TABS = [
  { value: "sign-in", label: "Sign In" },
  { value: "sign-up", label: "Sign Up" },
] as const;

type Form = (typeof TABS)[number]["value"];

export function AuthPage() {
  const auth = useAuth();
  const [link] = useState(takeAuthLink);
  const [resetToken, setResetToken] = useState(link?.kind === "reset" ? link.token : undefined);
  useDocumentTitle("Welcome");
  useEffect(() => {
    if (link?.kind === "confirm") void confirmEmail(link.token);
  }, [link]);
  if (auth.isLoading) return <Spinner label="Loading" />;
  if (resetToken) return <ResetCard token={resetToken} onDone={() => setResetToken(undefined)} />;
  if (auth.user) return <Arrival />;
  return <WelcomeCard />;
}

function confirmEmail(token: string): Promise<unknown> {
  return emailConfirmation.confirm.call({ token }).then(
    () => toast.success("Email confirmed"),
    (error: Error) => toast.failure("The email was not confirmed", error.message),
  );
}

function Arrival() {
  const [address] = useState(takeWanted);
  return <Navigate to="/" href={address} replace />;
}

function WelcomeCard() {
  const id = useId();
  const [form, setForm] = useState<Form>("sign-in");
  const password = useReveal();
  return (
    <AuthCard title="Welcome" text="Sign in to your account or create a new one">
      <TabList id={id} label="Account" value={form} onChange={setForm} tabs={TABS} isFull />
      <TabPanel id={id} value="sign-in" isActive={form === "sign-in"}>
        <SignInForm password={password} />
      </TabPanel>
      <TabPanel id={id} value="sign-up" isActive={form === "sign-up"}>
        <SignUpForm password={password} onDone={() => setForm("sign-in")} />
      </TabPanel>
    </AuthCard>
  );
}

function ResetCard({ token, onDone }: { token: string; onDone(): void }) {
  return (
    <AuthCard title="Choose a new password" text="Every browser is signed out when it is set.">
      <NewPasswordForm token={token} password={useReveal()} onDone={onDone} />
    </AuthCard>
  );
}

/** One toggle for all password fields that may be shown. */
function useReveal() {
  const [isShown, setShown] = useState(false);
  return { isShown, onToggle: () => setShown(!isShown) };
}

function AuthCard({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  const titleId = useId();
  return (
    <main className={styles.page}>
      <div className={styles.brand}>
        <Logo size={40} />
        <p className={styles.tagline}>Your AI Executive Assistant</p>
      </div>
      <section className={styles.card} aria-labelledby={titleId}>
        <h1 id={titleId} className={styles.title}>
          {title}
        </h1>
        <p className={styles.text}>{text}</p>
        {children}
      </section>
    </main>
  );
}
