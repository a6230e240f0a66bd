import { randomUUID } from "node:crypto";
import type { payments } from "./tables.ts";

type NewPayment = typeof payments.$inferInsert;

export const aPayment = (fields: Partial<NewPayment> = {}): NewPayment => ({
  userEmail: "anna@example.com",
  userName: "Anna Berg",
  amount: 2999,
  currency: "USD",
  status: "completed",
  paymentMethod: "Credit Card",
  provider: "test",
  providerId: randomUUID(),
  ...fields,
});
