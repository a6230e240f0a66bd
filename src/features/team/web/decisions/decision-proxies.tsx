import { useQuery } from "@tanstack/react-query";
import { UserCheck, X } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { formatDate, formatTime } from "#ui/dates.ts";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { LinedList } from "#ui/lists/lined-list.tsx";
import { type DecisionOnWire, VOTE_LABELS, VOTES } from "../../model.ts";
import { proxies } from "../api.ts";
import rows from "./papers.module.css";
import { ProxyForm } from "./proxy-form.tsx";
import { revokeProxy, voteAsProxy } from "./proxy-mutations.ts";

type Proxy = Awaited<ReturnType<typeof proxies.list.call>>["items"][number];

/** Proxies in this decision: lists them, votes for those who gave theirs to the reader, and gives the reader's own. */
export function DecisionProxies({ decision }: { decision: DecisionOnWire }) {
  const [isGiving, setGiving] = useState(false);
  const { data } = useQuery(proxies.list.query({ decisionId: decision.id, limit: 200 }));
  const given = data?.items ?? [];
  const isOpen = decision.status !== "completed";
  if (!isOpen || (given.length === 0 && !decision.mayVote)) return null;
  const isGiven = given.some(({ isFromMe }) => isFromMe);
  return (
    <Stack as="section" gap={4} aria-label={t`Proxies`} className={rows.section}>
      <Text as="h3" size="body">
        {t`Proxies`}
      </Text>
      <LinedList>
        {given.map((proxy) => (
          <ProxyRow key={proxy.id} proxy={proxy} decision={decision} />
        ))}
      </LinedList>
      {decision.mayVote && !isGiven && !isGiving && (
        <Button
          variant="default"
          leftSection={<UserCheck size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setGiving(true)}
        >
          {t`Let somebody vote for me`}
        </Button>
      )}
      {isGiving && (
        <div className={rows.picker}>
          <ProxyForm decision={decision} onDone={() => setGiving(false)} />
        </div>
      )}
    </Stack>
  );
}

type ProxyRowProps = { proxy: Proxy; decision: DecisionOnWire };

function ProxyRow({ proxy, decision }: ProxyRowProps) {
  const { id, grantorId, grantorName, proxyName, decisionId, expiresAt, isFromMe, isMine } = proxy;
  const [day, time] = [formatDate(expiresAt), formatTime(new Date(expiresAt))];
  const words = decisionId
    ? t`${proxyName} votes for ${grantorName}<0> in this decision, until ${day}, ${time}</0>`
    : t`${proxyName} votes for ${grantorName}<0> in all decisions of the workspace, until ${day}, ${time}</0>`;
  const mayRevoke = isFromMe || decision.mayManage;
  return (
    <Row
      as="li"
      gap={12}
      lineGap={2}
      wrap
      pad="4px 0"
      className={rows.paper}
      aria-label={t`Proxy of ${grantorName}`}
    >
      <span className={rows.title}>
        {rich(words, (scope) => (
          <Text as="span" tone="soft">
            {scope}
          </Text>
        ))}
      </span>
      {isMine && decision.mayVote && (
        <Row as="fieldset" gap={6}>
          <legend className="visually-hidden">{t`Your vote for ${grantorName}`}</legend>
          {VOTES.map((vote) => (
            <Button
              key={vote}
              size="xs"
              variant="default"
              aria-label={t`${VOTE_LABELS[vote]} for ${grantorName}`}
              onClick={() => void voteAsProxy(decision, grantorId, grantorName, vote)}
            >
              {VOTE_LABELS[vote]}
            </Button>
          ))}
        </Row>
      )}
      {mayRevoke && (
        <IconButton
          label={t`End the proxy of ${grantorName}`}
          icon={X}
          onClick={() => void revokeProxy(id)}
        />
      )}
    </Row>
  );
}
