export const cliTexts = {} as const;
