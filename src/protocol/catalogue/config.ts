export const configTexts = {} as const;
