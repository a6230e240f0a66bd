import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Page } from "#ui/page.tsx";
import { agents } from "../api.ts";
import { Section } from "../section.tsx";
import { type Access, AreaChoice, PresetChoice } from "./access-choice.tsx";
import {
  type AuthorizationRequest,
  buildRedirectUrl,
  parseAuthorizationRequest,
} from "./authorization-request.ts";
import { SCOPES } from "./scopes.ts";

/** Where a program sends its person to let it act for them (OAuth 2.1, RFC 6749 §4.1.1). */
export function AuthorizePage() {
  const [asked] = useState(() => parseAuthorizationRequest(window.location.search));
  return (
    <Page title={t`Let an agent in`} subtitle={t`It acts as you, within what you choose here`}>
      {"problem" in asked ? (
        <ErrorState title={t`Invalid authorization request`} message={asked.problem} />
      ) : (
        <Consent asked={asked} />
      )}
    </Page>
  );
}

function Consent({ asked }: { asked: AuthorizationRequest }) {
  const { data, error, refetch } = useQuery(agents.authorizationRequest.query({ clientId: asked.clientId }));
  if (error)
    return (
      <ErrorState
        title={t`This program is not known here`}
        message={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonRows count={3} />;
  // Never redirect to a URI that the program did not register, not even with an error.
  if (!data.redirectUris.includes(asked.redirectUri))
    return (
      <ErrorState
        title={t`Invalid authorization request`}
        message={t`It wants the answer at an address that it did not register.`}
      />
    );
  return <Choice asked={asked} name={data.name} />;
}

function Choice({ asked, name }: { asked: AuthorizationRequest; name: string }) {
  const [access, setAccess] = useState<Access>({ scopes: asked.scopes, toolGroups: null });
  const leave = (answer: Record<string, string>) =>
    window.location.assign(buildRedirectUrl(asked, answer, window.location.origin));
  const allow = useRequest({
    send: () =>
      agents.allow.call({
        ...access,
        clientId: asked.clientId,
        redirectUri: asked.redirectUri,
        challenge: asked.challenge,
      }),
    failed: t`The agent was not authorized`,
    onDone: ({ code }) => leave({ code }),
  });
  return (
    <Section
      title={t`“${name}” wants to act for you`}
      text={rich(
        t`The name is what the program says of itself. The answer goes to <0/>. Authorize it only if you have just started this yourself; it can be revoked in Settings at any time.`,
        () => <strong>{placeOf(asked.redirectUri)}</strong>,
      )}
    >
      <Stack pad={16}>
        <PresetChoice
          scopes={access.scopes}
          onChange={(scopes) => setAccess((before) => ({ ...before, scopes }))}
        />
        <Text as="ul" tone="soft">
          {SCOPES.filter(({ scope }) => access.scopes.includes(scope)).map(({ scope, text }) => (
            <li key={scope}>{text}</li>
          ))}
        </Text>
        <AreaChoice
          areas={access.toolGroups}
          onChange={(toolGroups) => setAccess((before) => ({ ...before, toolGroups }))}
        />
        <Text tone="soft" size="list">
          {t`What it wants to send or delete waits for your approval on the assistant's page. You can switch that off for it in Settings.`}
        </Text>
        <Row align="stretch" justify="end" wrap>
          <Button variant="default" onClick={() => leave({ error: "access_denied" })}>
            {t`Deny`}
          </Button>
          <Button disabled={allow.isPending} onClick={() => allow.mutate()}>
            {allow.isPending ? t`Authorizing...` : t`Authorize`}
          </Button>
        </Row>
      </Stack>
    </Section>
  );
}

const placeOf = (address: string) => {
  const { protocol, host } = new URL(address);
  return host === "" ? protocol : host;
};
