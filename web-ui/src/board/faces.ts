// The six faces of a die by their letters.
export const FACE_NAMES: Record<string, string> = {
  G: "green circle",
  B: "blue triangle",
  R: "red square",
  L: "leader",
  S: "swords",
  F: "flag",
};
