import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { useAddressAction } from "#ui/use-address-action.ts";
import { briefings, FRESH, LOADED } from "../api.ts";
import { useDailyOpsAddress } from "../daily-ops-address.ts";

/** Days with a briefing. */
const HISTORY = briefings.list.query({ limit: 200 });

/** The briefing of the day in the address (default: today), and its neighbouring days. */
export function useBriefing() {
  const queries = useQueryClient();
  const { address, go } = useDailyOpsAddress();
  const ofDay = briefings.ofDay.query(address.date ? { date: address.date } : {});
  const { data, error, refetch } = useQuery({ ...ofDay, ...LOADED, ...FRESH });
  const { data: history } = useQuery(HISTORY);
  const generating = useWrite({
    send: () => briefings.generate.call({}),
    invalidates: [["briefings"]],
    done: t`Morning briefing generated`,
    failed: t`Failed to generate morning briefing`,
    onDone: (briefing) => {
      const date = briefing.briefingDate;
      const isOpen = data?.date === date;
      if (isOpen) queries.setQueryData(ofDay.queryKey, { ...data, briefing });
    },
  });
  const generate = () => {
    if (!generating.isPending) generating.mutate();
  };
  useShortcut("r", t`Generate briefing`, t`Daily Ops`, generate);
  useAddressAction(address.generate || undefined, () => {
    go({}, { replace: true });
    generate();
  });
  const days = history?.items.map(({ briefingDate }) => briefingDate) ?? [];
  const openDate = data?.date ?? "";
  return {
    data,
    error,
    retry: () => void refetch(),
    generate,
    isGenerating: generating.isPending,
    earlier: days.find((day) => day < openDate),
    later: data && openDate < data.today ? (days.findLast((day) => day > openDate) ?? data.today) : undefined,
    history: history?.items ?? [],
    openDay: (date: string) => go({ date: date === data?.today ? undefined : date }),
  };
}
