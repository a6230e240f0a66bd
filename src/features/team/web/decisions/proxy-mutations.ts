import { toast } from "#ui/overlays/toast.ts";
import { type DecisionOnWire, VOTE_LABELS, type Vote } from "../../model.ts";
import { decisions, proxies } from "../api.ts";
import { decisionRecords } from "../records.ts";
import { reportFailure } from "../team-mutations.ts";

type NewProxy = Parameters<typeof proxies.create.call>[0];

export async function createProxy(proxy: NewProxy): Promise<boolean> {
  try {
    const { proxyName } = await proxies.create.call(proxy);
    toast.success(`${proxyName} may vote for you`);
    return true;
  } catch (error) {
    reportFailure("Failed to give the proxy", error);
    return false;
  }
}

export async function revokeProxy(id: string): Promise<void> {
  try {
    await proxies.revoke.call({ id });
    toast.success("Proxy ended");
  } catch (error) {
    reportFailure("Failed to end the proxy", error);
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
    toast.success("Vote Recorded", `${VOTE_LABELS[vote]}, for ${name}`);
  } catch (error) {
    reportFailure("Failed to record vote", error);
  }
}
