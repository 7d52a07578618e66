/** A sentence for the player, with the rules behind it: why a hex is not offered, or what the server refused. */
export interface Note {
  text: string;
  rules: string[];
}
