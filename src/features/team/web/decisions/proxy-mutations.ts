import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { type DecisionOnWire, VOTE_LABELS, type Vote } from "../../model.ts";
import { decisions, proxies } from "../api.ts";
import { decisionRecords } from "../records.ts";
import { reportFailure } from "../team-mutations.ts";

type NewProxy = Parameters<typeof proxies.create.call>[0];

export async function createProxy(proxy: NewProxy): Promise<boolean> {
  try {
    const { proxyName } = await proxies.create.call(proxy);
    toast.success(t`${proxyName} may vote for you`);
    return true;
  } catch (error) {
    reportFailure(t`Failed to give the proxy`, error);
    return false;
  }
}

export async function revokeProxy(id: string): Promise<void> {
  try {
    await proxies.revoke.call({ id });
    toast.success(t`Proxy ended`);
  } catch (error) {
    reportFailure(t`Failed to end the proxy`, error);
  }
}

export async function voteAsProxy(
  { id }: DecisionOnWire,
  onBehalfOf: string,
  name: string,
  vote: Vote,
): Promise<void> {
  try {
    decisionRecords.receive([await decisions.vote.call({ id, vote, onBehalfOf })]);
    toast.success(t`Vote Recorded`, t`${VOTE_LABELS[vote]}, for ${name}`);
  } catch (error) {
    reportFailure(t`Failed to record vote`, error);
  }
}
