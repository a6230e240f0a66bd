import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Moon, Rows2, Rows4, Sun } from "lucide-react";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { chooseTheme, type Theme, useTheme } from "#ui/theme/theme-choice.ts";
import { profile, session } from "../api.ts";
import form from "../form.module.css";
import { Section } from "../section.tsx";
import type { Profile } from "./profile-edits.ts";

const THEMES = [
  { value: "dark", label: "Dark", icon: Moon },
  { value: "light", label: "Light", icon: Sun },
] as const;
const DENSITIES = [
  { value: "comfortable", label: "Comfortable", icon: Rows2 },
  { value: "compact", label: "Compact", icon: Rows4 },
] as const;

type Look = Pick<Profile, "density" | "motion">;

/** How the pages look; in force at once. */
export function AppearancePanel({ stored }: { stored: Profile }) {
  const theme = useTheme();
  const { density, motion, save } = useLook(stored);
  return (
    <>
      <Section title="Theme" text="Saved on this device only.">
        <div className={form.fields}>
          <SegmentedControl<Theme> label="Theme" value={theme} onChange={chooseTheme} options={THEMES} />
        </div>
      </Section>
      <Section title="Density" text="Compact shows more on one screen, on every device where you sign in.">
        <div className={form.fields}>
          <SegmentedControl<Look["density"]>
            label="Density"
            value={density}
            onChange={(chosen) => save({ density: chosen })}
            options={DENSITIES}
          />
        </div>
      </Section>
      <Section title="Motion" text="Devices that ask for less motion get it anyway.">
        <div className={form.fields}>
          <Switch
            label="Reduce motion"
            isOn={motion === "reduced"}
            onChange={(isOn) => save({ motion: isOn ? "reduced" : "system" })}
          />
        </div>
      </Section>
    </>
  );
}

const PROFILE = profile.get.query({});
const WHO = session.current.query({});
type Who = Awaited<ReturnType<typeof session.current.call>>;

/** Shows the choice at once, and reverts it if the server refuses. */
function useLook({ density, motion, version }: Profile) {
  const queries = useQueryClient();
  const show = (look: Partial<Profile>) => {
    queries.setQueryData<Profile>(PROFILE.queryKey, (now) => now && { ...now, ...look });
    const shown = Object.fromEntries(Object.entries(look).filter(([field]) => field !== "version"));
    queries.setQueryData<Who>(
      WHO.queryKey,
      (now) => now && { ...now, user: now.user && { ...now.user, ...shown } },
    );
  };
  const { mutate } = useMutation({
    mutationFn: (look: Partial<Look>) => profile.update.call({ ...look, version }),
    onMutate: (look) => {
      // A request that started before the choice would return the old look.
      void queries.cancelQueries({ queryKey: PROFILE.queryKey });
      show(look);
    },
    onSuccess: (saved) => show({ density: saved.density, motion: saved.motion, version: saved.version }),
    onError: (error) => {
      show({ density, motion });
      toast.failure("The appearance was not saved", error.message);
      void queries.invalidateQueries({ queryKey: PROFILE.queryKey });
    },
  });
  return { density, motion, save: mutate };
}
