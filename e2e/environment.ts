/** What can be set for a run of journeys, such as SHOTS=folder or CALLERS=6; instances under test inherit it. */
export const environment = process.env;
