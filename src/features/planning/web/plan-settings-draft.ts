import { t } from "#i18n/message.ts";
import type { planSettings } from "./plan-settings-client.ts";

export type StoredSettings = Awaited<ReturnType<typeof planSettings.get.call>>;
export type Stretch = StoredSettings["focus"][number];

/** Empty while nothing is typed. */
type Typed = number | "";
export type SettingsDraft = Omit<StoredSettings, "mostPlannedMinutes" | "mostMeetingMinutes" | Limits> &
  Record<"mostPlannedMinutes" | "mostMeetingMinutes" | Limits, Typed>;
type Limits = "pauseMinutes" | "preparationMinutes";

export const draftOf = (stored: StoredSettings): SettingsDraft => ({
  ...stored,
  mostMeetingMinutes: stored.mostMeetingMinutes ?? "",
});

/** The highest values, in minutes; the server has the same. */
export const MOST = {
  ...{ mostPlannedMinutes: 1440, mostMeetingMinutes: 1440 },
  ...{ pauseMinutes: 120, preparationMinutes: 240 },
} as const;

/** What is wrong, by the names of the fields: `focus.0` is the first of the focus hours. */
export type Faults = Partial<Record<string, string>>;

export function faultsOf(draft: SettingsDraft): Faults {
  const stretches = (["focus", "breaks"] as const).flatMap((name) =>
    draft[name].flatMap(({ from, to }, index) =>
      to > from ? [] : [[`${name}.${index}`, t`The end must be after the beginning`] as const],
    ),
  );
  const minutes = (Object.keys(MOST) as (keyof typeof MOST)[]).flatMap((name) => {
    const fault = faultOf(draft[name], MOST[name], name === "mostMeetingMinutes");
    return fault ? [[name, fault] as const] : [];
  });
  return Object.fromEntries([...stretches, ...minutes]);
}

function faultOf(minutes: Typed, most: number, isOptional: boolean): string | null {
  if (minutes === "") return isOptional ? null : t`Enter a number of minutes`;
  return minutes >= 0 && minutes <= most ? null : t`Enter 0 to ${most} minutes`;
}

/** Of a draft without faults. */
export const settingsOf = (draft: SettingsDraft): StoredSettings => ({
  ...draft,
  mostPlannedMinutes: Number(draft.mostPlannedMinutes),
  mostMeetingMinutes: draft.mostMeetingMinutes === "" ? null : draft.mostMeetingMinutes,
  pauseMinutes: Number(draft.pauseMinutes),
  preparationMinutes: Number(draft.preparationMinutes),
});
