import { type ReactNode, useId } from "react";
import { Logo } from "../shell/logo.tsx";
import styles from "./auth-page.module.css";

type AuthCardProps = { title: string; text: string; children?: ReactNode };

/** What stands alone on the page of sign-in. */
export function AuthCard({ title, text, children }: AuthCardProps) {
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
