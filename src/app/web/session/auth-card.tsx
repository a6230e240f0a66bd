import { type ReactNode, useId } from "react";
import { Logo } from "../shell/logo.tsx";
import styles from "./auth-page.module.css";
import { useSystem } from "./use-system.ts";

type AuthCardProps = { title: string; text: string; children?: ReactNode };

/** What stands alone on the page of sign-in. */
export function AuthCard({ title, text, children }: AuthCardProps) {
  const titleId = useId();
  const { appDescription, maintenanceMode } = useSystem();
  return (
    <main className={styles.page}>
      <div className={styles.brand}>
        <Logo size={40} />
        <p className={styles.tagline}>{appDescription}</p>
      </div>
      <section className={styles.card} aria-labelledby={titleId}>
        <h1 id={titleId} className={styles.title}>
          {title}
        </h1>
        <p className={styles.text}>{text}</p>
        {maintenanceMode && (
          <p className={styles.notice} role="status">
            Maintenance in progress: only administrators can sign in.
          </p>
        )}
        {children}
      </section>
    </main>
  );
}
