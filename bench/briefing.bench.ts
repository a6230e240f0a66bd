import { dayAt } from "#features/daily-ops/briefings.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { MAX_WORDS } from "../src/features/daily-ops/briefing/fold-lines.ts";
import { generateBriefing } from "../src/features/daily-ops/briefing/generate-briefing.ts";
import { runAsUser } from "../src/platform/jobs/run-as-user.ts";
import { environment } from "./environment.ts";
import { createBenchInstance } from "./support/bench-instance.ts";
import { checkDays } from "./support/check-days.ts";
import { compare } from "./support/compare.ts";
import * as fill from "./support/fill-areas.ts";
import { recordStatements } from "./support/record-statements.ts";

// A briefing over 100,000 mails (all of today, the worst case), 10,000 tasks and 5,000 events without a model (P11:
// within 2 s). The floor is the same statements through the bare driver. `BENCH_PART=0.1 node bench/briefing.bench.ts`
// uses a tenth of the rows.

const part = Number(environment.BENCH_PART ?? 1);
await checkGeneratedDays(Math.ceil(1_000 * part));
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

/** Every sentence of 1,000 generated days in ten time zones against the rows that it is about. */
async function checkGeneratedDays(count: number): Promise<void> {
  const empty = await createBenchInstance([]);
  const { faults, sentences, caught, max, median } = await checkDays(empty, count);
  await empty.remove();
  console.log(
    `briefing, ${count} generated days: ${faults.length} wrong of ${sentences} sentences; words before the fold: at most ${max}, median ${median}; planted faults caught on ${caught} days`,
  );
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  if (faults.length > 0 || max > MAX_WORDS) process.exitCode = 1;
}
