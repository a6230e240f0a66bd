/** The share of planted faults that tests must notice, by area, where at least ten were tried; only raised. */
export const FLOORS: Readonly<Record<string, number>> = {
  money: 0.9,
  series: 0.9,
  sync: 0.9,
  mail: 0.9,
  access: 0.9,
  undo: 0.9,
};
export const LEAST_TRIED = 10;

/** What the mutation gate covers, by area. A file belongs to the first area that names it. */
export const AREAS: Readonly<Record<string, RegExp>> = {
  money: /^src\/features\/payments\//,
  series:
    /^src\/features\/calendar\/(series|icalendar)\/|^src\/features\/calendar\/events\/apply-time-change/,
  sync: /^src\/features\/(email|calendar)\/sync\/|^src\/features\/integrations\/(import|connections|push|webhooks|sync)/,
  mail: /^src\/features\/email\/(delivery|accounts|organizing|reading|writing|search)\/|^src\/platform\/mail\//,
  access:
    /^src\/platform\/(auth|http)\/|^src\/platform\/capability\/(execute|run-context|external)|^src\/features\/documents\/sharing\/|^src\/features\/team\//,
  undo: /^src\/platform\/capability\/|^src\/features\/(tasks|contacts)\/(write|merge|import|projects|tasks)|^src\/features\/email\/(emails|mail-searches|templates)|^src\/features\/calendar\/(events\/write|calendars|calendar-events)|^src\/app\/assistant\/settings/,
};

/**
 * Excluded: files without behaviour (tables, samples, pages), and code that runs only in separate processes
 * (`platform/workers`), where the switch does not work.
 */
const EXCLUDED =
  /\.test\.tsx?$|[/.]factory\.ts$|[/-]tables\.ts$|\/(jobs|model|slice|events)\.ts$|\/(web|laws|samples|pdf)\/|sample|icalendar\/(read|split)-|parse-imported-message/;

export function areaOf(path: string): string | undefined {
  if (!path.endsWith(".ts") || EXCLUDED.test(path)) return undefined;
  return Object.keys(AREAS).find((area) => AREAS[area]?.test(path));
}
