/** Variables that hold what lets their owner in somewhere, by their names. */

const CREDENTIAL = /TOKEN|SECRET|PASSW|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL|_(?:PAT|PWD|AUTH)$/i;

/** Shorter values are no credentials. */
export const SHORTEST = 8;

export const isCredential = (name: string) => CREDENTIAL.test(name);
