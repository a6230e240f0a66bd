/** The IANA zone of this browser, or of this process on the server: 'Europe/Berlin'. A traveller's changes. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The locale by which this browser writes times and numbers: 'en-US'. */
export const ownLocale = (): string => Intl.DateTimeFormat().resolvedOptions().locale;
