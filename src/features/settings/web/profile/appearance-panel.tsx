import { Monitor, Moon, Rows2, Rows4, Sun } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { queryChange, useWrite } from "#platform/client/use-write.ts";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { chooseTheme, type ThemeChoice, useThemeChoice } from "#ui/theme/theme-choice.ts";
import { profile, session } from "../api.ts";
import form from "../form.module.css";
import { Section } from "../section.tsx";
import type { Profile } from "./profile-edits.ts";

const THEMES = [
  { value: "light", label: term("Light", "a theme"), icon: Sun },
  { value: "dark", label: term("Dark", "a theme"), icon: Moon },
  { value: "system", label: term("System", "the theme that the device has"), icon: Monitor },
] as const;
const DENSITIES = [
  { value: "comfortable", label: t`Comfortable`, icon: Rows2 },
  { value: "compact", label: t`Compact`, icon: Rows4 },
] as const;

type Appearance = Pick<Profile, "density" | "motion">;

/** How the pages look; in force at once. */
export function AppearancePanel({ stored }: { stored: Profile }) {
  const theme = useThemeChoice();
  const { density, motion, save } = useAppearance(stored);
  return (
    <>
      <Section
        title={t`Theme`}
        text={t`Saved on this device only. System follows the setting of the device.`}
      >
        <div className={form.fields}>
          <SegmentedControl<ThemeChoice>
            label={t`Theme`}
            value={theme}
            onChange={chooseTheme}
            options={THEMES}
          />
        </div>
      </Section>
      <Section
        title={t`Density`}
        text={t`Compact shows more on one screen, on every device where you sign in.`}
      >
        <div className={form.fields}>
          <SegmentedControl<Appearance["density"]>
            label={t`Density`}
            value={density}
            onChange={(chosen) => save({ density: chosen })}
            options={DENSITIES}
          />
        </div>
      </Section>
      <Section title={t`Motion`} text={t`Devices that ask for less motion get it anyway.`}>
        <div className={form.fields}>
          <Switch
            label={t`Reduce motion`}
            isOn={motion === "reduced"}
            onChange={(isOn) => save({ motion: isOn ? "reduced" : "system" })}
          />
        </div>
      </Section>
    </>
  );
}

const PROFILE = profile.get.query({});
const SESSION = session.current.query({});
type CurrentSession = Awaited<ReturnType<typeof session.current.call>>;

/** Shows the choice at once, and reverts it if the server refuses. */
function useAppearance({ density, motion, version }: Profile) {
  const { mutate } = useWrite({
    send: (changes: Partial<Appearance>) => profile.update.call({ ...changes, version }),
    optimistic: (changes) => [
      queryChange<Profile>(PROFILE.queryKey, (now) => ({ ...now, ...changes })),
      queryChange<CurrentSession>(SESSION.queryKey, (now) => ({
        ...now,
        user: now.user && { ...now.user, ...changes },
      })),
    ],
    stores: PROFILE.queryKey,
    failed: t`The appearance was not saved`,
  });
  return { density, motion, save: mutate };
}
