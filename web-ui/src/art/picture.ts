// Small pictures as data: one node each on a page, read once by the browser.

const kept = new Map<string, string>();

/** A drawing as an address for an image; it is made once by its name. */
export function address(name: string, box: readonly [number, number, number, number], draw: () => string): string {
  let found = kept.get(name);
  if (!found) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" width="${box[2] * 2}" height="${box[3] * 2}">${draw()}</svg>`;
    found = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    kept.set(name, found);
  }
  return found;
}

/** A contour around what is drawn, and light from the upper left: the filter "t". */
export const CONTOUR =
  '<filter id="t" x="-5%" y="-10%" width="110%" height="120%" color-interpolation-filters="sRGB">' +
  '<feMorphology in="SourceAlpha" operator="dilate" radius=".5" result="o"/><feFlood flood-color="#1d120a" flood-opacity=".92"/><feComposite in2="o" operator="in" result="ol"/>' +
  '<feOffset in="SourceAlpha" dx="-1.5" dy="-1.1" result="a"/><feComposite in="SourceAlpha" in2="a" operator="out" result="ra"/><feFlood flood-color="#1a0d04" flood-opacity=".28"/><feComposite in2="ra" operator="in" result="sh"/>' +
  '<feMerge><feMergeNode in="ol"/><feMergeNode in="SourceGraphic"/><feMergeNode in="sh"/></feMerge></filter>';
