/** What has to be known of a battle whose dice were given a seed that somebody chose. */
export const SEED = "The seed of the dice was chosen: who chose it can know what falls.";
