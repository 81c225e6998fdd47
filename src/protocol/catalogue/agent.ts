export const agentTexts = {} as const;
