import { Navigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useDocumentTitle } from "#ui/page.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TabList, TabPanel } from "#ui/tabs.tsx";
import { Logo } from "../shell/logo.tsx";
import { takeWanted } from "./arrival.ts";
import styles from "./auth-page.module.css";
import { useAuth } from "./auth-provider.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const TABS = [
  { value: "sign-in", label: "Sign In" },
  { value: "sign-up", label: "Sign Up" },
] as const;

type Form = (typeof TABS)[number]["value"];

export function AuthPage() {
  const auth = useAuth();
  useDocumentTitle("Welcome");
  if (auth.isLoading) return <Spinner label="Loading" />;
  if (auth.user) return <Arrival />;
  return <WelcomeCard />;
}

function Arrival() {
  const [address] = useState(takeWanted);
  return <Navigate to="/" href={address} replace />;
}

function WelcomeCard() {
  const id = useId();
  const [form, setForm] = useState<Form>("sign-in");
  const [isShown, setShown] = useState(false);
  const password = { isShown, onToggle: () => setShown(!isShown) };
  return (
    <main className={styles.page}>
      <div className={styles.brand}>
        <Logo size={40} />
        <p className={styles.tagline}>Your AI Executive Assistant</p>
      </div>
      <section className={styles.card} aria-labelledby={`${id}-title`}>
        <h1 id={`${id}-title`} className={styles.title}>
          Welcome
        </h1>
        <p className={styles.text}>Sign in to your account or create a new one</p>
        <TabList id={id} label="Account" value={form} onChange={setForm} tabs={TABS} isFull />
        <TabPanel id={id} value="sign-in" isActive={form === "sign-in"}>
          <SignInForm password={password} />
        </TabPanel>
        <TabPanel id={id} value="sign-up" isActive={form === "sign-up"}>
          <SignUpForm password={password} onDone={() => setForm("sign-in")} />
        </TabPanel>
      </section>
    </main>
  );
}
