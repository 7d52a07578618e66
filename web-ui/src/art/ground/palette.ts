// The colours of the ground by day and by night.

export interface Palette {
  day: boolean;
  ground: string[];
  wash: string;
  edge: string;
  edgeHi: string;
  dot: string;
  tuft: string[];
  vignette: string;
  coord: string;
  forest: string[];
  forestHi: string;
  forestShade: string;
  water: string[];
  waterHi: string;
  bank: string;
  bankDark: string;
  rock: string[];
  rockShade: string;
  hill: string;
  hillHi: string;
  hillShade: string;
  hatch: string;
  tent: string[];
  dirt: string;
  stone: string[];
  roof: string[];
  reed: string[];
  mire: string;
  wood: string;
}

export const PALETTES: Record<"light" | "dark", Palette> = {
  light: {
    day: true,
    ground: ["#c6b078", "#d1bc85", "#bdaf75", "#b3aa6f", "#d9c692", "#c3a96d"],
    wash: "rgba(62,44,18,.30)",
    edge: "rgba(52,36,12,.34)",
    edgeHi: "rgba(255,246,214,.20)",
    dot: "#7a2418",
    tuft: ["#7f8247", "#8d8a4c", "#d9c78e", "#a28b4e"],
    vignette: "rgba(40,26,8,.5)",
    coord: "rgba(50,34,12,.62)",
    forest: ["#4f6836", "#5d7740", "#6e8749", "#43592f"],
    forestHi: "#93a95e",
    forestShade: "rgba(30,34,12,.42)",
    water: ["#6f9aa0", "#86adac", "#5a868f"],
    waterHi: "rgba(238,246,230,.55)",
    bank: "#c9b27c",
    bankDark: "#8a7444",
    rock: ["#a79a80", "#8f8269", "#bdb094"],
    rockShade: "rgba(50,38,20,.5)",
    hill: "#bd9c58",
    hillHi: "rgba(250,232,180,.6)",
    hillShade: "rgba(84,56,18,.42)",
    hatch: "rgba(86,58,20,.55)",
    tent: ["#efe3c6", "#cdb98d"],
    dirt: "#b59562",
    stone: ["#d9cba6", "#b39f75", "#8a7650"],
    roof: ["#b3573a", "#94432c", "#c77a4e"],
    reed: ["#6f7a3c", "#8b8f4a", "#55652f"],
    mire: "#7c9188",
    wood: "#8a6234",
  },
  dark: {
    day: false,
    ground: ["#4a4f3a", "#54563f", "#444b39", "#3d4738", "#5a583f", "#504e39"],
    wash: "rgba(8,9,12,.52)",
    edge: "rgba(5,6,6,.6)",
    edgeHi: "rgba(230,220,180,.12)",
    dot: "#e39a56",
    tuft: ["#2a3024", "#525538", "#5a5b3c", "#2e3427"],
    vignette: "rgba(4,5,8,.66)",
    coord: "rgba(230,220,190,.6)",
    forest: ["#22372a", "#2b4432", "#345038", "#1b2c23"],
    forestHi: "#557253",
    forestShade: "rgba(4,8,5,.55)",
    water: ["#31505a", "#3c5f68", "#26424c"],
    waterHi: "rgba(170,205,215,.30)",
    bank: "#5d5842",
    bankDark: "#2b2a20",
    rock: ["#6c675a", "#575347", "#807a69"],
    rockShade: "rgba(0,0,0,.6)",
    hill: "#6a5c3a",
    hillHi: "rgba(230,205,140,.26)",
    hillShade: "rgba(6,6,4,.5)",
    hatch: "rgba(10,8,4,.55)",
    tent: ["#a89c80", "#736a54"],
    dirt: "#54492f",
    stone: ["#8d846d", "#6b634f", "#484234"],
    roof: ["#7d4030", "#5f2f22", "#94553a"],
    reed: ["#4f5c34", "#66703f", "#38452a"],
    mire: "#33484a",
    wood: "#5d452a",
  },
};
