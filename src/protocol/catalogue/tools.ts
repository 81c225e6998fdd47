export const toolTexts = {} as const;
