/** The person has asked the browser to save data: nothing is fetched that no one has asked for. */
export const isMetered = (): boolean =>
  "connection" in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
