import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { SettingsRow } from "#ui/lists/settings-row.tsx";
import { sessions } from "../api.ts";
import { describeDay } from "../describe-day.ts";
import { Section } from "../section.tsx";
import { useRemoval } from "../use-removal.ts";
import { describeBrowser, isHandheld } from "./describe-browser.ts";

const LIST = sessions.list.query({});
type Session = Awaited<ReturnType<typeof sessions.list.call>>["items"][number];

/** Every browser that is signed in; each can be signed out from here and notices at once. */
export function SessionsSection() {
  const list = useQuery(LIST);
  const removal = useRemoval(LIST.queryKey);
  const others = list.data?.items.filter(({ isCurrent }) => !isCurrent) ?? [];
  const signOut = ({ id, userAgent }: Session) =>
    removal.mutate({
      act: () => sessions.revoke.call({ id }),
      isRemoved: (each) => each === id,
      done: t`${describeBrowser(userAgent)} was signed out`,
      failed: t`The browser was not signed out`,
    });
  const signOutOthers = () =>
    removal.mutate({
      act: () => sessions.revokeOthers.call({}),
      isRemoved: (id) => others.some((other) => other.id === id),
      done: t`Every other browser was signed out`,
      failed: t`The other browsers were not signed out`,
    });
  return (
    <Section
      title={t`Signed-in browsers`}
      text={t`If you do not know one of them, sign it out and change your password.`}
      action={
        others.length > 0 && (
          <Button variant="default" onClick={signOutOthers} disabled={removal.isPending}>
            {t`Sign out everywhere else`}
          </Button>
        )
      }
    >
      <QueryContent query={list} failure={t`The list could not be loaded`} rows={2}>
        {({ items }) => (
          <ul>
            {thisFirst(items).map((each) => (
              <SessionRow key={each.id} session={each} onSignOut={() => signOut(each)} />
            ))}
          </ul>
        )}
      </QueryContent>
    </Section>
  );
}

const thisFirst = (items: readonly Session[]) =>
  items.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));

function SessionRow({ session, onSignOut }: { session: Session; onSignOut(): void }) {
  const { address, createdAt, isCurrent, lastUsedAt, userAgent } = session;
  const name = describeBrowser(userAgent);
  return (
    <SettingsRow
      icon={isHandheld(userAgent) ? Smartphone : Monitor}
      name={name}
      hint={userAgent ?? undefined}
      badges={
        isCurrent && (
          <Badge tone="good" dot>
            {t`This browser`}
          </Badge>
        )
      }
      facts={[address, t`Last used ${describeDay(lastUsedAt)}`, t`Signed in ${describeDay(createdAt)}`]}
      actions={
        !isCurrent && (
          <Button variant="default" onClick={onSignOut} aria-label={t`Sign out ${name}`}>
            {t`Sign out`}
          </Button>
        )
      }
    />
  );
}
