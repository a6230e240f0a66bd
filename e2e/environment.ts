/** The environment of a journey run, such as SHOTS=folder or CALLERS=6; instances under test inherit it. */
export const environment = process.env;
