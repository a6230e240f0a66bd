/** An action that sends something out, in words; it runs when the person confirms exactly that. */
export type Asked = { question: string; yes: string; does(): Promise<boolean> };
