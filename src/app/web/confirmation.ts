/** What leaves the house, in words; it goes when a person says yes to exactly that. */
export type Asked = { question: string; yes: string; does(): Promise<boolean> };
