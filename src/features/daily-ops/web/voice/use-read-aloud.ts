import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { dailyOpsSettings } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import { queryChange, useWrite } from "#platform/client/use-write.ts";
import { readAloud, stopReadingAloud } from "#ui/speech/speech-synthesis.ts";

const SETTINGS = dailyOpsSettings.get.query({});
type Settings = Awaited<ReturnType<typeof dailyOpsSettings.get.call>>;

/** Reads results aloud if the user wants it; stored in the settings of Daily Operations. */
export function useReadAloud() {
  const queries = useQueryClient();
  const { data } = useQuery(SETTINGS);
  const [isMute, setMute] = useState(false);
  const isOn = data?.speakResults ?? false;
  useEffect(() => stopReadingAloud, []);
  const { mutate } = useWrite({
    send: async (speakResults: boolean) => {
      const settings = await queries.ensureQueryData(SETTINGS);
      return dailyOpsSettings.save.call({ ...settings, speakResults });
    },
    optimistic: (speakResults) => [
      queryChange<Settings>(SETTINGS.queryKey, (now) => ({ ...now, speakResults })),
    ],
    stores: SETTINGS.queryKey,
    failed: t`Failed to save settings`,
  });
  const speak = (text: string) => {
    if (isOn) void readAloud(text, "en-US").then((isSpoken) => setMute(!isSpoken));
  };
  const setOn = (on: boolean) => {
    if (!on) stopReadingAloud();
    mutate(on);
  };
  return { isOn, isKnown: data !== undefined, isMute: isOn && isMute, setOn, speak };
}
