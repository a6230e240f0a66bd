/** What can be set for a run of benchmarks, such as TIMES=60; the programs that are measured inherit it. */
export const environment = process.env;
