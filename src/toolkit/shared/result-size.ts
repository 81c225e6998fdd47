/** What one result may bring, in characters: a little less than the pipeline lets through uncut. */
export const MOST_CHARACTERS = 15_000;
