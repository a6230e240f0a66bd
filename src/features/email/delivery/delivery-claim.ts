/** A message claimed by a delivery worker, and the message's owner. `workerId` is one claim's, not reused. */
export type Claim = { workerId: string; deliveryId: string; userId: string };
