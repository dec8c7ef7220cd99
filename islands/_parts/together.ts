import { createElement, Fragment, type ReactNode } from "react";
import type { Parts } from "../../contract/texts/language.ts";

/** A sentence with markup inside, as React nodes. */
export function together(parts: Parts<ReactNode>): ReactNode {
  return createElement(Fragment, null, ...parts);
}
