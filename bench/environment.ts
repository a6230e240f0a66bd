/** The environment of a benchmark run, such as TIMES=60; the measured programs inherit it. */
export const environment = process.env;
