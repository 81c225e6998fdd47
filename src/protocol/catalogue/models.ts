export const modelTexts = {} as const;
