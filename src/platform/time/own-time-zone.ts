/** The IANA zone of this browser, or of this process on the server: 'Europe/Berlin'. It can change while travelling. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The locale in which this browser formats times and numbers: 'en-US'. */
export const ownLocale = (): string => Intl.DateTimeFormat().resolvedOptions().locale;
