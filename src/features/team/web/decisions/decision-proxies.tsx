import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { UserCheck, X } from "lucide-react";
import { useState } from "react";
import { formatDate, formatTime } from "#ui/dates.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { type DecisionOnWire, VOTE_LABELS, VOTES } from "../../model.ts";
import { proxies } from "../api.ts";
import styles from "./decision-details.module.css";
import rows from "./papers.module.css";
import { ProxyForm } from "./proxy-form.tsx";
import { revokeProxy, voteAsProxy } from "./proxy-mutations.ts";

type Proxy = Awaited<ReturnType<typeof proxies.list.call>>["items"][number];

/** Who votes for whom in this decision; voting for those who made the reader their proxy; giving one's own. */
export function DecisionProxies({ decision }: { decision: DecisionOnWire }) {
  const [isGiving, setGiving] = useState(false);
  const { data } = useQuery(proxies.list.query({ decisionId: decision.id, limit: 200 }));
  const given = data?.items ?? [];
  const isOpen = decision.status !== "completed";
  if (!isOpen || (given.length === 0 && !decision.mayVote)) return null;
  const isGiven = given.some(({ isFromMe }) => isFromMe);
  return (
    <section aria-label="Proxies">
      <h3 className={styles.heading}>Proxies</h3>
      <ul className={rows.papers}>
        {given.map((proxy) => (
          <ProxyRow key={proxy.id} proxy={proxy} decision={decision} />
        ))}
      </ul>
      {decision.mayVote && !isGiven && !isGiving && (
        <Button
          variant="default"
          leftSection={<UserCheck size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setGiving(true)}
        >
          Let somebody vote for me
        </Button>
      )}
      {isGiving && <ProxyForm decision={decision} onDone={() => setGiving(false)} />}
    </section>
  );
}

type ProxyRowProps = { proxy: Proxy; decision: DecisionOnWire };

function ProxyRow({ proxy, decision }: ProxyRowProps) {
  const { id, grantorId, grantorName, proxyName, decisionId, expiresAt, isFromMe, isMine } = proxy;
  const scope = decisionId ? "in this decision" : "in all decisions of the workspace";
  const mayRevoke = isFromMe || decision.mayManage;
  return (
    <li className={rows.paper} aria-label={`Proxy of ${grantorName}`}>
      <span className={rows.title}>
        {proxyName} votes for {grantorName}
        <span className={styles.comment}>
          {" "}
          {scope}, until {formatDate(expiresAt)}, {formatTime(new Date(expiresAt))}
        </span>
      </span>
      {isMine && decision.mayVote && (
        <fieldset className={styles.proxyVotes}>
          <legend className="visually-hidden">Your vote for {grantorName}</legend>
          {VOTES.map((vote) => (
            <Button
              key={vote}
              size="xs"
              variant="default"
              aria-label={`${VOTE_LABELS[vote]} for ${grantorName}`}
              onClick={() => void voteAsProxy(decision, grantorId, grantorName, vote)}
            >
              {VOTE_LABELS[vote]}
            </Button>
          ))}
        </fieldset>
      )}
      {mayRevoke && (
        <IconButton label={`End the proxy of ${grantorName}`} icon={X} onClick={() => void revokeProxy(id)} />
      )}
    </li>
  );
}
