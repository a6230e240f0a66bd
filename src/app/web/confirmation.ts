/** An action that sends something out, in words; it runs when the person confirms exactly that. */
export type Confirmation = { question: string; confirmLabel: string; run(): Promise<boolean> };
