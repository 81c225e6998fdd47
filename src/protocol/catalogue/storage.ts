export const storageTexts = {} as const;
