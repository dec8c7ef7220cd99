/** Whether the page is read on a device of Apple, on which some keys are called otherwise. */
export function isApple(): boolean {
  return /Mac|iP(hone|ad|od)/.test(navigator.platform);
}
