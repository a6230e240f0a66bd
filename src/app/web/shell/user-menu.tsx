import { useNavigate } from "@tanstack/react-router";
import { CircleQuestionMark, Globe, LogOut, Settings } from "lucide-react";
import { t } from "#i18n/message.ts";
import { cityOf } from "#ui/dates.ts";
import { Text } from "#ui/layout/text.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { openHelp } from "../open-help.ts";
import { useAuth } from "../session/auth-provider.tsx";
import { foreignZone } from "../session/session-clock.ts";
import { saveTravelChoice, useTravelChoice } from "../session/travel-choice.ts";
import { useSignOut } from "../session/use-sign-out.ts";
import styles from "./user-menu.module.css";

export function UserMenu() {
  const { user } = useAuth();
  const choice = useTravelChoice(user?.timeZone);
  const home = user && choice === "switched" && foreignZone(user) ? user.timeZone : null;
  const navigate = useNavigate();
  const signOut = useSignOut();
  const fullName = user?.fullName || t`User`;
  const picture = user?.avatarUrl;
  return (
    <Menu
      label={t`User menu`}
      header={
        <>
          <Text weight="medium">{fullName}</Text>
          <Text tone="soft" size="label" overflow="dots">
            {user?.email}
          </Text>
        </>
      }
      items={[
        { label: t`Settings`, icon: Settings, onSelect: () => void navigate({ to: "/settings" }) },
        ...(home
          ? [
              {
                label: t`Back to ${cityOf(home)} time`,
                icon: Globe,
                onSelect: () => saveTravelChoice("kept", home),
              },
            ]
          : []),
        { label: t`Help`, icon: CircleQuestionMark, onSelect: openHelp },
        { label: t`Sign out`, icon: LogOut, onSelect: signOut },
      ]}
      trigger={(props) => (
        <button
          type="button"
          className={styles.trigger}
          style={picture ? { background: `url(${picture}) 0 / cover` } : undefined}
          title={t`User menu`}
          {...props}
        >
          {!picture && <span aria-hidden>{initials(fullName)}</span>}
          <span className="visually-hidden">{t`User menu`}</span>
        </button>
      )}
    />
  );
}

/** First letters of the first and the last name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toUpperCase();
}
