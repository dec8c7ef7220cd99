/** A link's token: mail programs that make links of a text's addresses take a full stop or a bracket after one for a part of it. */
export const withoutTail = (token: string) => token.replace(/[^A-Za-z0-9_-]{1,8}$/, "");
