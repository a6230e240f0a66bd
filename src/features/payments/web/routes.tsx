import type { PageRoute } from "#ui/page-route.ts";

export const paymentPages: readonly PageRoute[] = [
  {
    path: "/admin/payments",
    adminOnly: true,
    load: async () => (await import("./payments-page.tsx")).PaymentsPage,
  },
];
