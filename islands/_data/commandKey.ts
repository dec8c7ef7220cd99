/** What the key for commands is called where the page is read: "⌘" on devices of Apple, "Ctrl" on all others. */
export function commandKey(): "⌘" | "Ctrl" {
  return isApple() ? "⌘" : "Ctrl";
}

/** The same as it is read out. */
export function spokenCommandKey(): "Command" | "Control" {
  return isApple() ? "Command" : "Control";
}

function isApple(): boolean {
  return /Mac|iP(hone|ad|od)/.test(navigator.platform);
}
