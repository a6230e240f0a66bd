import type { Slice } from "#platform/capability/slice.ts";
import { payments as paymentVerbs } from "./payments.ts";

export const payments: Slice = { name: "payments", resources: [paymentVerbs] };
