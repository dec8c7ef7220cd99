import ipaddr from "ipaddr.js";

export type SpfTerm = {
  qualifier: "+" | "-" | "~" | "?";
  name: "all" | "include" | "a" | "mx" | "ptr" | "ip4" | "ip6" | "exists";
  /** Empty for the domain itself. */
  target: string;
  prefix: number | null;
  prefix6: number | null;
};

export type SpfRecord = { text: string; terms: SpfTerm[]; redirect: string | null };

/** The terms of a record that begins with "v=spf1" (RFC 7208 section 4.6.1), or the first one that is none. */
export function parseSpf(text: string): SpfRecord | { broken: string } {
  const terms: SpfTerm[] = [];
  let redirect: string | null = null;
  for (const word of text.split(" ").slice(1)) {
    if (word === "") continue;
    const [, modifier, value = ""] = /^([a-z][a-z\d_.-]*)=(.*)$/i.exec(word) ?? [];
    if (modifier !== undefined) {
      if (modifier.toLowerCase() !== "redirect") continue;
      if (redirect !== null || !isTarget(value)) return { broken: word };
      redirect = value;
      continue;
    }
    const term = termIn(word);
    if (term === null) return { broken: word };
    terms.push(term);
  }
  return { text, terms, redirect };
}

const shapes: Record<SpfTerm["name"], { target: "none" | "may" | "must"; hasPrefix: boolean }> = {
  all: { target: "none", hasPrefix: false },
  include: { target: "must", hasPrefix: false },
  a: { target: "may", hasPrefix: true },
  mx: { target: "may", hasPrefix: true },
  ptr: { target: "may", hasPrefix: false },
  ip4: { target: "must", hasPrefix: true },
  ip6: { target: "must", hasPrefix: true },
  exists: { target: "must", hasPrefix: false },
};

function termIn(word: string): SpfTerm | null {
  const [, sign, spelt = "", rest = ""] = /^([+\-~?]?)([a-z\d]+)(.*)$/i.exec(word) ?? [];
  const name = spelt.toLowerCase() as SpfTerm["name"];
  if (!Object.hasOwn(shapes, name)) return null;
  const shape = shapes[name];
  const [, colon, target = "", four, six] =
    /^(:([^/]*))?(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/.exec(rest) ?? [];
  if (rest !== "" && colon === undefined && four === undefined && six === undefined) return null;
  if (colon !== undefined && (shape.target === "none" || target === "")) return null;
  if (shape.target === "must" && target === "") return null;
  if (!shape.hasPrefix && (four !== undefined || six !== undefined)) return null;
  const isAddress = name === "ip4" || name === "ip6";
  if (isAddress && (six !== undefined || !isOfKind(name, target))) return null;
  if (!isAddress && target !== "" && !isTarget(target)) return null;
  const widest = name === "ip6" ? 128 : 32;
  const [prefix, prefix6] = [numberIn(four), numberIn(six)];
  if ((prefix ?? 0) > widest || (prefix6 ?? 0) > 128) return null;
  return { qualifier: (sign || "+") as SpfTerm["qualifier"], name, target, prefix, prefix6 };
}

function isOfKind(name: "ip4" | "ip6", address: string): boolean {
  return name === "ip4" ? ipaddr.IPv4.isValidFourPartDecimal(address) : ipaddr.IPv6.isValid(address);
}

/** A name of several labels, in which macros may stand (RFC 7208 section 7.1). */
function isTarget(text: string): boolean {
  return text.length <= 253 && /^[!-~]+$/.test(text) && (text.includes("%") || text.includes("."));
}

function numberIn(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}
