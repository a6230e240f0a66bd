/**
 * The environment of the scripts, and what they give to the programs that they start.
 * @type {Record<string, string | undefined>}
 */
export const environment = process.env;
