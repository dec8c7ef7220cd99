/**
 * Whether an address is read as it was meant. A password with "/", "?" or "#" in it ends where a host would: what comes
 * before is taken for a host and a port, and the rest for a path, which is asked for elsewhere and told to everybody.
 */
export function isWholeUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.hash === "" && !url.pathname.includes("@") && !/^\?[^=]*@/.test(url.search);
}
