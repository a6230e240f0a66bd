/** One message that a courier has claimed, and whose it is. */
export type Claim = { courier: string; deliveryId: string; userId: string };
