/** The paper of each theme, `--paper` in the tokens, as the browser's own bars take it: they read no OKLCH. */
export const themeColors = { light: "#fcfaf6", dark: "#0e1217" } as const;
