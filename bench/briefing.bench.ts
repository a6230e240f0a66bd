import { dayAt } from "#features/daily-ops/briefings.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { generateBriefing } from "../src/features/daily-ops/briefing/generate-briefing.ts";
import { runAsUser } from "../src/platform/jobs/run-as-user.ts";
import { environment } from "./environment.ts";
import { createBenchInstance } from "./support/bench-instance.ts";
import { compare } from "./support/compare.ts";
import * as fill from "./support/fill-areas.ts";
import { recordStatements } from "./support/record-statements.ts";

// A briefing over 100,000 mails (all of today, the worst case), 10,000 tasks and 5,000 events without a model (P11:
// within 2 s). The floor is the same statements through the bare driver. `BENCH_PART=0.1 node bench/briefing.bench.ts`
// uses a tenth of the rows.

const part = Number(environment.BENCH_PART ?? 1);
const instance = await createBenchInstance([
  fill.fillMailOfToday(100_000 * part),
  fill.fillDueTasks(10_000 * part),
  fill.fillEventsAroundNow(5_000 * part),
]);
const { ada, bare, services } = instance;

const brief = () =>
  runAsUser(services, ada.userId, async (context) => {
    const date = dayAt(context.now, DAILY_OPS_DEFAULTS.timezone);
    await generateBriefing(context, DAILY_OPS_DEFAULTS, date);
  });

const statements = await recordStatements(brief);
await compare({
  name: `briefing, ${100_000 * part} mails`,
  times: 3,
  measured: brief,
  floorName: `its ${statements.length} statements`,
  floor: async () => {
    for (const { text, values } of statements) await bare.query(text, values);
  },
});
await instance.remove();
