// Whether the page is on a phone held upright: boards are turned a quarter there, so that a hex stays big enough to touch.
const upright = matchMedia("(max-width: 600px) and (orientation: portrait)");

class Screen {
  phone = $state(upright.matches);

  constructor() {
    upright.addEventListener("change", () => (this.phone = upright.matches));
  }
}

export const screen = new Screen();
