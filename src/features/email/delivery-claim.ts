/** A message claimed by a courier (delivery worker), and the message's owner. */
export type Claim = { workerId: string; deliveryId: string; userId: string };
