/** Options as they are typed on a command line, each with a blank before it; those that were not given are left out. */
export function optionWords(options: Readonly<Record<string, string | boolean | undefined>>): string {
  return Object.entries(options)
    .map(([name, value]) => {
      if (value === undefined || value === false) return "";
      return value === true ? ` --${name}` : ` --${name} ${quoted(value)}`;
    })
    .join("");
}

/** In double quotes where a shell would take a text apart, or something in it for its own. */
export function quoted(text: string): string {
  return /^[\p{L}\p{N}@%+=:,./_][\p{L}\p{N}@%+=:,./_-]*$/u.test(text)
    ? text
    : `"${text.replace(/["$\\`]/g, "\\$&")}"`;
}
