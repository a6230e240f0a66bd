import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { laterDialog } from "#ui/later-part.tsx";
import type { CalendarAddress } from "../calendar-address.ts";
import { planParts } from "../slots.ts";
import type { ChangeAddress } from "../use-calendar-address.ts";
import { showGhosts } from "./ghosts.ts";
import { PLAN_BUTTON } from "./plan-button.tsx";

const PlanPanel = laterDialog(async () => (await planParts.get()()).PlanPanel);

type OpenPlanProps = {
  address: CalendarAddress;
  change: ChangeAddress;
  isBeside: boolean;
  isPhone: boolean;
};

/** The panel with a proposed plan, if the address asks for one. */
export function OpenPlan({ address: { plan, from }, change, isBeside, isPhone }: OpenPlanProps) {
  useFetchAfterPage(PlanPanel);
  if (!plan || plan === "what-if") return null;
  const close = () => {
    change({ plan: undefined, from: undefined }, { replace: true });
    document.getElementById(PLAN_BUTTON)?.focus();
  };
  return (
    <PlanPanel
      {...{ isBeside, isPhone, from }}
      span={plan}
      onSpan={(span) => change({ plan: span }, { replace: true })}
      onShowDay={(date) => change({ date }, { replace: true })}
      onWhatIf={() => change({ plan: "what-if", from: undefined }, { replace: true })}
      onReview={() => change({ review: "day" }, { replace: true })}
      onSettings={() => change({ show: "planning" }, { replace: true })}
      onGhosts={showGhosts}
      onClose={close}
    />
  );
}
