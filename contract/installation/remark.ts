import type { InstallationTexts } from "../texts/terminal/installation.ts";

type Code = keyof InstallationTexts;

/**
 * What whoever runs an installation is told of it, by its code: rooms that know no language hand it on, and it is said
 * where somebody reads it. None is ever stored or sent, so its parameters are of any kind.
 */
export type Remark<C extends Code = Code> = {
  [K in C]: { code: K; params: Parameters<InstallationTexts[K]> };
}[C];

/** `remark("noFile", { file })`. */
export function remark<C extends Code>(code: C, ...params: Parameters<InstallationTexts[C]>): Remark<C> {
  return { code, params } as Remark<C>;
}

/** A remark in words. */
export function remarkText({ code, params }: Remark, texts: InstallationTexts): string {
  return (texts[code] as (...given: readonly unknown[]) => string)(...params);
}
