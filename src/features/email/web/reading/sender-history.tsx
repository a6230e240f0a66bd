import { useQuery } from "@tanstack/react-query";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import type { EmailOnWire } from "../../model.ts";
import { emails } from "../api.ts";
import { formatRecent } from "../format-moment.ts";
import { emailRecords } from "../records.ts";
import { addressOf, nameOf } from "./format-people.ts";
import { openThread } from "./open-thread.ts";
import styles from "./sender-history.module.css";

/** The other conversations with the person of this one, both ways, the newest first. */
export function SenderHistory({ email }: { email: EmailOnWire }) {
  const person = email.status === "received" ? email.sender : (email.recipients[0] ?? email.sender);
  const address = addressOf(person);
  const { data, isError } = useQuery(
    emails.list.query({ text: `from:${address} OR to:${address}`, threads: true, limit: 12 }),
  );
  const others = (data?.items ?? []).filter(({ threadId }) => threadId !== email.threadId);
  return (
    <aside className={styles.history} aria-label={`Mail with ${nameOf(person)}`}>
      <h3 className={styles.title}>Mail with {nameOf(person)}</h3>
      {isError ? (
        <p className={styles.none}>It cannot be read right now.</p>
      ) : !data ? (
        <SkeletonRows count={3} />
      ) : others.length === 0 ? (
        <p className={styles.none}>There is no other mail with {address}.</p>
      ) : (
        <ul className={styles.list}>
          {others.map((other) => (
            <li key={other.id}>
              <button
                type="button"
                className={styles.row}
                onClick={() => {
                  emailRecords.receive([other]);
                  openThread.show(other.id);
                }}
              >
                <span className={styles.subject}>{other.subject}</span>
                <time dateTime={other.createdAt}>{formatRecent(other.createdAt)}</time>
                <span className={styles.preview}>
                  {other.status === "received" ? "" : "You: "}
                  {other.preview}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
