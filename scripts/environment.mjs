/**
 * The environment of the scripts and of the programs that they start.
 * @type {Record<string, string | undefined>}
 */
export const environment = process.env;
