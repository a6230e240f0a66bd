import { createHash } from "node:crypto";

/** In the form in which PostgreSQL reads them (read-payments.ts). */
type SamplePayment = {
  id: string;
  user_id: string;
  user_email: string;
  user_name: string;
  amount: number;
  refunded_amount: number;
  currency: string;
  status: string;
  payment_method: string;
  description: string;
  subscription_id: string;
  plan_name: string;
  created_at: string;
  updated_at: string;
};

const PLANS = [
  { planName: "Basic", amount: 1999 },
  { planName: "Professional", amount: 2999 },
  { planName: "Enterprise", amount: 9999 },
] as const;

type Period = {
  /** The period in days before today. */
  from: number;
  to: number;
  /** Completed payments of each plan. */
  completed: readonly [basic: number, professional: number, enterprise: number];
  others: readonly string[];
};

/**
 * Counts chosen so that the specified figures result from the real calculations (PAY-15 to PAY-17): in every range 65,
 * 25 and 10 percent of the payments use the three methods, and revenue of the last 30 days is 32.1 % above the 30
 * before.
 */
const PERIODS: readonly Period[] = [
  { from: 0, to: 5.9, completed: [10, 3, 4], others: ["pending", "failed", "refunded"] },
  { from: 7.1, to: 28.9, completed: [11, 3, 4], others: ["failed", "disputed"] },
  {
    from: 30.1,
    to: 58.9,
    completed: [20, 12, 3],
    others: ["failed", "failed", "failed", "refunded", "pending"],
  },
  { from: 60.1, to: 88.9, completed: [11, 5, 2], others: ["failed", "refunded"] },
  {
    from: 90.1,
    to: 363.9,
    completed: [58, 24, 8],
    others: Array.from({ length: 10 }, (_, n) => (n % 3 === 2 ? "refunded" : "failed")),
  },
];

/** Per twenty payments; all counts are multiples of twenty. */
const METHODS = [
  ...Array.from({ length: 13 }, () => "Credit Card"),
  ...Array.from({ length: 5 }, () => "PayPal"),
  ...Array.from({ length: 2 }, () => "Bank Transfer"),
];

const CUSTOMERS = [
  "Amara Okafor",
  "Jonas Lindqvist",
  "Priya Raman",
  "Henrik Norr",
  "Yuki Tanaka",
  "Marco Bellini",
  "Laura Meyer",
  "Oskar Falk",
  "Hana Novak",
  "Ian Whitfield",
  "Elena Petrova",
  "Theo Marchetti",
  "Ingrid Solberg",
];

const DAY = 86_400_000;

/** Computed for the current day, so that each range has payments; within a day the pages are stable. */
export function samplePayments(now: Date): SamplePayment[] {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  return PERIODS.flatMap((period, number) => paymentsOf(period, number, today));
}

function paymentsOf({ from, to, completed, others }: Period, number: number, today: number): SamplePayment[] {
  const plans = completed.flatMap((count, plan) =>
    Array.from({ length: count }, () => ({ plan, status: "completed" })),
  );
  const sold = [...plans, ...others.map((status, index) => ({ plan: index % 3, status }))];
  const mixed = inMixedOrder(sold);
  return mixed.map(({ plan, status }, index) => {
    const id = idOf(`payment ${number} ${index}`);
    const name = CUSTOMERS[(number * 5 + index * 3) % CUSTOMERS.length] ?? "Amara Okafor";
    const { planName, amount } = PLANS[plan] ?? PLANS[0];
    const at = new Date(today - (from + ((to - from) * (index + 0.5)) / mixed.length) * DAY).toISOString();
    return {
      id,
      user_id: idOf(name),
      user_email: `${name.toLowerCase().replace(" ", ".")}@customers.example`,
      user_name: name,
      amount,
      refunded_amount: status === "refunded" ? amount : 0,
      currency: "USD",
      status,
      payment_method: METHODS[(index * 7) % METHODS.length] ?? "Credit Card",
      description: `${planName} plan, monthly`,
      subscription_id: `sub_${idOf(`${name} ${planName}`).slice(0, 8)}`,
      plan_name: planName,
      created_at: at,
      updated_at: at,
    };
  });
}

/** Mixes the plans, always in the same order. */
const inMixedOrder = <T>(items: readonly T[]): T[] =>
  items
    .map((item, index) => ({ item, rank: idOf(`place ${index} of ${items.length}`) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ item }) => item);

/** The same name always has the same id (RFC 9562, version 8). */
function idOf(name: string): string {
  const hash = createHash("sha256").update(name).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}
