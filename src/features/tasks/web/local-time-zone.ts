/** The zone of this browser; a traveller's changes. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
