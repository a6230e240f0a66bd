/** What words say: a day, yyyy-MM-dd, and a time, HH:mm or empty. */
export type ReadWords = (text: string) => { day: string; hasDay: boolean; time: string } | null;

/** The application sets how words are understood, on the reader's clock. It is loaded when somebody begins to type. */
export const dateWords = { load: async (): Promise<ReadWords> => () => null };
