/** The addresses of the stylesheets that come with what is shown later, by name; the build writes the real ones. */
export const laterStyles: Readonly<Record<string, string>> = {};
