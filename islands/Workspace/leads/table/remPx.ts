/** How many pixels a `rem` is: 16, or what somebody who needs larger letters has set in the browser. */
export function remPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
